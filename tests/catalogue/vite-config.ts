import { fileURLToPath } from 'node:url';
import type { Connect, InlineConfig, Plugin } from 'vite';

/** Stands for every picture that a server would send: shapes whose colors follow from its address. */
function drawPicture(address: string): string {
  const hue = Array.from(address).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="400" height="300" preserveAspectRatio="none">
  <path fill="hsl(${hue} 45% 62%)" d="M0 0h400v300H0z"/>
  <path fill="hsl(${(hue + 40) % 360} 60% 74%)" d="M60 60h140v140H60z"/>
  <path fill="hsl(${(hue + 200) % 360} 35% 40%)" d="M0 300l180-150 220 150z"/>
</svg>`;
}

const answerPictures: Connect.NextHandleFunction = ({ url = '' }, response, next) => {
  const address = url.split('?')[0] ?? '';
  if (!/^\/media\/.*\.(webp|jpg)$|^\/[^/]+\.jpg$/.test(address)) return next();
  response.setHeader('Content-Type', 'image/svg+xml');
  response.end(drawPicture(address));
};
const pictures: Plugin = {
  name: 'pictures',
  configureServer: ({ middlewares }) => void middlewares.use(answerPictures),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(answerPictures),
};

const environment = { NODE_ENV: 'development', NEXT_PUBLIC_MOCK: '', NEXT_PUBLIC_API_ENDPOINT: '' };

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** How vite serves and builds the catalogue. Without a file of its own for vite, so that vitest doesn't read it. */
export const catalogueConfig = {
  configFile: false,
  root: inRoot('tests/catalogue'),
  publicDir: inRoot('public'),
  cacheDir: inRoot('.cache/catalogue'),
  plugins: [pictures],
  define: Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
  ),
  server: { fs: { allow: [inRoot('')] } },
  build: { target: 'es2023', minify: false, reportCompressedSize: false, chunkSizeWarningLimit: 10_000 },
  clearScreen: false,
} satisfies InlineConfig;
