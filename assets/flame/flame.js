(function () {
  "use strict";
  var svg = document.currentScript.ownerSVGElement, width = +svg.dataset.w, letter = 6.6;
  var frames = Array.prototype.slice.call(svg.querySelectorAll("#frames > g")), says = svg.querySelector("#says");
  var labels = frames.map(function (g) { return g.querySelector("title").textContent; });
  // show makes the frame at x, of a width and a depth, as wide as the picture.
  function show(x, w, depth) {
    frames.forEach(function (g, i) {
      var gx = +g.dataset.x, gw = +g.dataset.w, below = +g.dataset.d < depth;
      var inside = below ? gx <= x + 1e-3 && gx + gw >= x + w - 1e-3 : gx >= x - 1e-3 && gx + gw <= x + w + 1e-3;
      g.classList.toggle("out", !inside);
      if (!inside) return;
      var left = below ? 0 : (gx - x) / w * width, size = below ? width : gw / w * width;
      var rect = g.querySelector("rect"), text = g.querySelector("text");
      rect.setAttribute("x", left);
      rect.setAttribute("width", size);
      text.setAttribute("x", left + 3);
      var name = labels[i].slice(0, labels[i].lastIndexOf(": ")), most = Math.floor((size - 6) / letter);
      text.textContent = most < 3 ? "" : name.length > most ? name.slice(0, most - 1) + "\u2026" : name;
    });
  }
  function search(word) {
    var found = 0;
    word = word.toLowerCase();
    frames.forEach(function (g, i) {
      var is = word !== "" && labels[i].slice(0, labels[i].lastIndexOf(": ")).toLowerCase().indexOf(word) >= 0;
      g.classList.toggle("found", is);
      if (is) found++;
    });
    says.textContent = word === "" ? "" : found + " frames have \u201c" + word + "\u201d in their name";
  }
  frames.forEach(function (g, i) {
    g.addEventListener("click", function () { show(+g.dataset.x, +g.dataset.w, +g.dataset.d); });
    g.addEventListener("mouseenter", function () { says.textContent = labels[i]; });
  });
  svg.querySelector("#reset").addEventListener("click", function () { search(""); show(0, width, 0); });
  svg.querySelector("#search").addEventListener("click", function () {
    var word = window.prompt("Part of a name");
    if (word !== null) search(word);
  });
})();
