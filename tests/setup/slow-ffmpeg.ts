import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const clipPath = fileURLToPath(new URL('../../src/backend/node/media/seed-clips/wheel.mp4', import.meta.url));

/** A PNG. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * Fake ffmpeg and ffprobe that log what they do and take as long as they are told, so that the real ones
 * aren't needed.
 */
export async function slowTools(folder: string) {
  await mkdir(folder, { recursive: true });
  const [slow, log] = [join(folder, 'slow'), join(folder, 'log')];
  const script = (body: string) =>
    `#!${process.execPath}\nconst fs = require('node:fs');\nconst args = process.argv.slice(2);\nconst slow = ${JSON.stringify(slow)}, log = (line) => fs.appendFileSync(${JSON.stringify(log)}, line + '\\n');\n${body}`;
  const ffmpeg = `
if (args.includes('-encoders')) { console.log(' V libx264 x\\n A aac x'); process.exit(0); }
if (args.includes('-demuxers')) { console.log(' D  mov,mp4,m4a     QuickTime'); process.exit(0); }
if (args.includes('framecrc')) { console.log('0, 0, 0, 1, 1, 0x1'); process.exit(0); }
for (const name of args.filter((arg) => /^sample-\\d+\\.rgb$/.test(arg)))
  fs.writeFileSync(name, Buffer.from(Array.from({ length: 64 * 36 * 3 }, (_, at) => (at % 64 < 32 ? 0 : 255))));
if (args.includes('image2pipe')) { process.stdout.write(Buffer.from('${onePixel}', 'base64')); process.exitCode = 0; return; }
if (!args.some((arg) => /^\\d+\\.mp4$/.test(arg)) || !args.includes('-progress')) { if (args.includes('null')) console.log('out_time_us=5000000'); process.exit(0); }
log('begin ' + process.pid);
const end = () => {
  if (fs.existsSync(slow)) return setTimeout(end, 50);
  for (const name of args.filter((arg) => /^\\d+\\.mp4$/.test(arg))) fs.copyFileSync(${JSON.stringify(clipPath)}, name);
  log('end ' + process.pid);
};
end();`;
  const ffprobe =
    "if (args.includes('-version')) process.exit(0); console.log(JSON.stringify({ streams: [{ index: 0, codec_type: 'video', codec_name: 'h264', width: 1280, height: 720 }], format: { format_name: 'mov,mp4,m4a', duration: '5' } }));";
  for (const [name, body] of [
    ['ffmpeg', ffmpeg],
    ['ffprobe', ffprobe],
  ] as const) {
    await writeFile(join(folder, name), script(body));
    await chmod(join(folder, name), 0o755);
  }
  return {
    ffmpeg: join(folder, 'ffmpeg'),
    hold: () => writeFile(slow, ''),
    letGo: () => rm(slow, { force: true }),
    /** `begin 123`, `end 123` … */
    said: async () => (await readFile(log, 'utf8').catch(() => '')).split('\n').filter(Boolean),
  };
}
