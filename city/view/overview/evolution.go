package overview
