import { and, eq, inArray } from 'drizzle-orm';
import { privateStreams } from '#backend/db/schema/streams/private-streams.ts';
import { getKeeper } from '#backend/domain/talk/streams/private/keeping.ts';
import { makeContext } from '#backend/http/api.ts';
import { createHub } from '#backend/kernel/hub.ts';
import { createSettings } from '#backend/kernel/settings.ts';
import { connect } from '#backend/node/database/database.ts';
import { fakePorts } from './fake-ports.ts';
import { quiet } from './quiet.ts';

/*
 * A process that carries the media of every running private stream, a second in a few milliseconds, and prints
 * each second that it has lived: the test kills it at any moment.
 */
const { db } = connect({ connectionString: process.env['DATABASE_URL'] ?? '', max: 10 }, quiet);
const ports = fakePorts();
ports.clock.set(new Date(process.env['BEGINS'] ?? ''));
const settings = createSettings(db);
const config = { publicUrl: '', secret: 'only for this test', demo: false, monitoringDsn: null };
const ctx = makeContext({ db, ports, config, settings, hub: createHub(ports.transport) }, null, {
  ip: '',
  country: null,
  userAgent: '',
  idempotencyKey: null,
});
const { live } = ports;
const keeper = getKeeper(live);
const pairs = await db
  .select()
  .from(privateStreams)
  .where(and(inArray(privateStreams.state, ['accepted', 'live', 'paused']), eq(privateStreams.note, '')));
for (const { id, performerId, accountId } of pairs) {
  await live.open({ id, hosts: [performerId, accountId], isRecorded: false });
  keeper.keep(ctx, id);
}
for (let second = 0; ; second += 1) {
  for (const { id, performerId, accountId } of pairs) {
    live.report({ streamId: id, userId: performerId, isSending: true, receives: [accountId] });
    live.report({ streamId: id, userId: accountId, isSending: true, receives: [performerId] });
  }
  process.stdout.write(`lived ${second}\n`);
  await keeper.lookAtAll();
  ports.clock.move(1_000);
}
