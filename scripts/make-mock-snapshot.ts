// Run by mock-snapshot.mjs: `make-mock-snapshot.ts FOLDER VERSION` writes the seeded database, its pictures
// and their index.
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Db } from '#backend/db/db.ts';
import { migrate } from '#backend/db/migrate.ts';
import { seedDemo } from '#backend/node/seed-demo.ts';
import { createMediaProcessor } from '#backend/node/media/media.ts';
import { createDiskObjects } from '#backend/node/ports/objects.ts';
import { createPlaceBook } from '#backend/node/ports/places.ts';
import { countries } from '#backend/domain/base/site/countries.ts';
import { createSettings } from '#backend/kernel/settings.ts';
import { createRooms } from '#mock/rooms.ts';
import type { Snapshot } from '#mock/snapshot.ts';
import { createPorts, mockSecret } from '#mock/mock-backend.ts';

const [folder, version] = process.argv.slice(2);
if (!folder || !version) throw new Error('say where to write and which version it is');
const objectsFolder = join(folder, 'objects');
await mkdir(objectsFolder, { recursive: true });

const log = { info: () => {}, warn: console.warn, error: console.error };
const client = await PGlite.create();
const db: Db = drizzle(client);
await migrate(db);
const ports = createPorts(
  { objects: createDiskObjects(objectsFolder), media: createMediaProcessor(), live: null, log },
  createRooms(),
);
await seedDemo(
  {
    db,
    ports,
    settings: createSettings(db),
    config: { publicUrl: 'http://localhost:3000', secret: mockSecret, monitoringDsn: null },
  },
  () => {},
);

const data = await client.dumpDataDir('gzip');
await writeFile(join(folder, 'data.tar.gz'), new Uint8Array(await data.arrayBuffer()));
await client.close();

// What `mock/places.ts` fetches.
const places = createPlaceBook();
await mkdir(join(folder, 'places'));
for (const { code } of await countries(''))
  await writeFile(join(folder, 'places', `${code}.json`), JSON.stringify(await places.listStates(code)));

const found = await readdir(objectsFolder, { recursive: true });
const files = await Promise.all(
  found.map(async (name) => ((await stat(join(objectsFolder, name))).isFile() ? name : null)),
);
const keys = files.filter((name) => name !== null).map((name) => name.split(sep).join('/'));
const snapshot: Snapshot = {
  version,
  data: `/mock/data.tar.gz?v=${version}`,
  objects: '/mock/objects',
  keys,
};
await writeFile(join(folder, 'snapshot.json'), JSON.stringify(snapshot));
