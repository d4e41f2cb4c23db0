import { createServer } from 'vite';
import { catalogueConfig } from './vite-config.ts';

/* Run by `npm run catalogue`. */
const server = await createServer({ ...catalogueConfig, server: { ...catalogueConfig.server, port: 6006 } });
await server.listen();
server.printUrls();
