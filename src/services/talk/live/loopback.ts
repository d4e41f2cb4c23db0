import type { Publication, PublishOptions, WatchOptions, Watching } from './live-types.ts';

const [width, height, fps] = [640, 360, 15];

/** A moving picture with the time, so that one sees that it is live and local. */
function draw(context: CanvasRenderingContext2D, time: number): void {
  const turn = (time / 6_000) % 1;
  const sky = context.createLinearGradient(0, 0, width, height);
  sky.addColorStop(0, `hsl(${Math.round(turn * 360)} 60% 35%)`);
  sky.addColorStop(1, `hsl(${Math.round(turn * 360 + 90)} 60% 20%)`);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = 'hsl(0 0% 100% / 0.8)';
  context.beginPath();
  const [x, y] = [
    width / 2 + Math.cos(turn * 2 * Math.PI) * 180,
    height / 2 + Math.sin(turn * 4 * Math.PI) * 80,
  ];
  context.arc(x, y, 36, 0, 2 * Math.PI);
  context.fill();
  context.font = '600 28px system-ui, sans-serif';
  context.fillText(new Date(time).toLocaleTimeString(), 24, height - 24);
}

/** The mock’s camera of someone else. */
function localPicture(): { media: MediaStream; end: () => void } {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  const paint = () => context && draw(context, Date.now());
  paint();
  const timer = setInterval(paint, 1_000 / fps);
  const media = canvas.captureStream(fps);
  return {
    media,
    end() {
      clearInterval(timer);
      for (const track of media.getTracks()) track.stop();
    },
  };
}

/** Sends nowhere: the mock knows from the page's own reports that a stream has media. */
export async function publishLoopback({ onState }: PublishOptions): Promise<Publication> {
  onState('live');
  return {
    replaceTrack: async () => {},
    // Nothing is sent, so there is nothing to measure.
    health: async () => ({ bitrate: null, framesPerSecond: null, loss: null, roundTripMs: null }),
    async stop() {
      onState('ended');
    },
  };
}

/** Plays the local picture. */
export async function watchLoopback({ video, onState }: WatchOptions): Promise<Watching> {
  const { media, end } = localPicture();
  video.srcObject = media;
  video.muted = true;
  await video.play().catch(() => {});
  onState('live');
  let isPlaying = true;
  return {
    health: async () => ({
      way: 'local',
      bitrate: null,
      framesPerSecond: fps,
      loss: 0,
      roundTripMs: 0,
      width,
      height,
      behindSeconds: 0,
    }),
    isReceiving: () => isPlaying,
    catchUp: () => void video.play().catch(() => {}),
    async stop() {
      isPlaying = false;
      end();
      video.srcObject = null;
      onState('ended');
    },
  };
}
