import type { BackendConfig, Ctx, UserCtx } from '../kernel/context.ts';
import { createSandboxGateway } from '../ports/sandbox-gateway.ts';
import type { Ports } from '../ports/ports.ts';
import type { SiteSettings } from '../kernel/settings.ts';
import type { Db } from '../db/db.ts';
import { demoId } from './random.ts';

/** What seeding needs: an empty, migrated database and the host's ports. */
export interface SeedDeps {
  readonly db: Db;
  readonly ports: Ports;
  readonly settings: SiteSettings;
  readonly config: Omit<BackendConfig, 'demo'>;
}

/** A context whose clock is set to the time of the event being replayed. Emitted events are discarded. */
export interface Past {
  readonly ctx: Ctx;
  readonly today: Date;
  /** Sets the clock of `ctx`. */
  set(moment: Date): void;
}

/** Something that is told to the backend as of a past moment. */
export interface Happening {
  readonly at: Date;
  perform(ctx: Ctx): Promise<void>;
}

export const minutes = (count: number): number => count * 60_000;
export const days = (count: number): number => count * 86_400_000;
export const before = (time: Date, ms: number): Date => new Date(time.getTime() - ms);

/**
 * Creates the context. Its ids depend only on the order in which they are generated, and payments use the
 * sandbox gateway.
 */
export function createPast({ db, ports, settings, config }: SeedDeps): Past {
  const today = ports.clock.now();
  let time = today;
  let count = 0;
  const clock = { now: () => time };
  const ids = () => demoId(`row ${(count += 1)}`);
  const ctx: Ctx = {
    db,
    settings,
    viewer: null,
    inTransaction: false,
    config: { ...config, demo: true },
    ports: { ...ports, clock, ids, payments: createSandboxGateway({ crypto: ports.crypto, clock }) },
    request: { ip: '', country: null, userAgent: '', idempotencyKey: null },
    emit: () => {},
    drop: () => {},
    leave: () => {},
    isLooking: async () => true,
    afterCommit: () => {},
  };
  return { ctx, today, set: (next) => void (time = next) };
}

/** The same context with a person as its viewer. */
export const as = (ctx: Ctx, person: { id: string; username: string; name: string }): UserCtx => ({
  ...ctx,
  viewer: {
    id: person.id,
    username: person.username,
    name: person.name,
    isPerformer: false,
    hasSpendCaps: false,
    sessionId: '',
  },
});
