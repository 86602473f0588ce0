package com.acme.echo;

import com.acme.gallery.Point;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Twenty connections send, a server with pooled buffers answers. */
public final class Echo {
    static final class Answer extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            context.writeAndFlush(message);
        }
    }

    static final class Pipeline extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline().addLast(new Answer());
        }
    }

    public static void main(String[] args) throws Exception {
        ServerBootstrap server = new ServerBootstrap().group(new NioEventLoopGroup(2));
        server.channel(NioServerSocketChannel.class).childHandler(new Pipeline());
        InetSocketAddress address = (InetSocketAddress) server.bind(0).sync().channel().localAddress();
        List<Socket> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clients.add(new Socket("localhost", address.getPort()));
        }
        byte[] text = new byte[3000];
        for (int point = 0; point < 5; point++) {
            for (int i = 0; i < 50; i++) {
                for (Socket client : clients) {
                    client.getOutputStream().write(text);
                    client.getInputStream().readNBytes(text, 0, text.length);
                }
            }
            Point.next();
        }
        System.exit(0);
    }
}
