import { createSocket } from 'node:dgram';

const retryMs = 2_000;

/** The port itself, or a free one for 0. Rejects when it is taken. */
function tryPort(port: number, bind: string | null): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(bind?.includes(':') ? 'udp6' : 'udp4');
    socket.once('error', (error) => {
      socket.close();
      reject(error);
    });
    socket.bind({ port, exclusive: true, ...(bind ? { address: bind } : {}) }, () => {
      const { port: found } = socket.address();
      socket.close(() => resolve(found));
    });
  });
}

/** Waits until the port is free; `onTrouble` hears once that it isn't. */
export async function claimPort(
  { port, bind }: { port: number; bind: string | null },
  onTrouble: (why: string) => void,
): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await tryPort(port, bind);
    } catch (error) {
      if (tries === 0) onTrouble(error instanceof Error ? error.message : String(error));
      await new Promise((resolve) => void setTimeout(resolve, retryMs));
    }
  }
}
