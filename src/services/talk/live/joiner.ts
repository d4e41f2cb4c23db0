import type { LiveGrant } from '#contract/core/live-grant.ts';
import type { LiveState, PublishOptions } from './live-types.ts';
import { backOff, connected, endSession, isRefusal, offer, pause, type Offered } from './session.ts';

export type RelayGrant = Extract<LiveGrant, { kind: 'whip' | 'whep' }>;
export interface Joined {
  readonly pc: RTCPeerConnection;
  readonly resource: string;
  readonly token: string;
}
/** `unreachable`: the relay answered, but its media doesn't arrive, and never has. */
export type Failure = Exclude<Offered['kind'], 'open'> | 'unreachable';
type Final = Extract<LiveState, 'refused' | 'unsupported' | 'elsewhere' | 'ended'>;

interface Parts {
  readonly options: Pick<PublishOptions, 'grant' | 'renew'>;
  readonly report: (state: LiveState) => void;
  readonly kind: RelayGrant['kind'];
  readonly connectMs: number;
  make(grant: RelayGrant): RTCPeerConnection;
  /** Called with each connection; resolves when it is gone. */
  follow(joined: Joined): Promise<void>;
  /**
   * What to do after a try that failed: try again, leave it to someone else, or end in a state. `grant` is null
   * when none could be had.
   */
  onFailure(failure: Failure, grant: LiveGrant | null): Promise<'again' | 'stop' | Final>;
}
export interface Joiner {
  current(): Joined | null;
  isOver(): boolean;
  stop(): Promise<void>;
}

/** One connection at a time: the newest replaces the one before. */
function createLink({ make, connectMs }: Parts, left: () => boolean) {
  let current: Joined | null = null;
  let hasConnected = false;
  async function leave(): Promise<void> {
    const old = current;
    current = null;
    old?.pc.close();
    if (old) await endSession(old.resource, old.token);
  }
  async function attempt(grant: RelayGrant): Promise<Joined | Failure> {
    const pc = make(grant);
    const offered = await offer(pc, grant);
    if (offered.kind !== 'open') {
      pc.close();
      return offered.kind;
    }
    const joined = { pc, resource: offered.resource, token: grant.token };
    current = joined;
    if (!left() && (await connected(pc, connectMs))) {
      hasConnected = true;
      return joined;
    }
    await leave();
    return hasConnected ? 'away' : 'unreachable';
  }
  return { attempt, leave, current: () => current };
}

/** Keeps a connection to the relay: connects with a fresh grant whenever it was lost, until it may no more. */
export function keepJoined(parts: Parts): Joiner {
  const { options, report } = parts;
  let isOver = false;
  const left = () => isOver;
  const link = createLink(parts, left);
  const finish = (state: Final) => {
    isOver = true;
    report(state);
  };
  const freshGrant = () =>
    options.renew().catch((error: unknown) => {
      if (isRefusal(error)) finish('refused');
      return null;
    });
  async function tryWith(grant: LiveGrant | null): Promise<Joined | Failure> {
    if (!grant || left()) return 'away';
    return grant.kind === parts.kind ? link.attempt(grant) : 'unreachable';
  }
  async function stay(joined: Joined): Promise<void> {
    await parts.follow(joined);
    report('reconnecting');
    await link.leave();
  }
  async function run(): Promise<void> {
    let tries = 0;
    for (let first: LiveGrant | null = options.grant; !left(); first = null) {
      const grant = first ?? (await freshGrant());
      const outcome = await tryWith(grant);
      if (left()) break;
      if (typeof outcome === 'object') {
        tries = 0;
        await stay(outcome);
        continue;
      }
      const next = await parts.onFailure(outcome, grant);
      if (next === 'stop') return;
      if (next !== 'again') finish(next);
      tries += 1;
      if (!left()) await pause(backOff(tries));
    }
    await link.leave();
  }

  const leaving = () => void link.leave();
  globalThis.addEventListener('pagehide', leaving);
  const running = run();
  return {
    current: link.current,
    isOver: left,
    async stop() {
      finish('ended');
      globalThis.removeEventListener('pagehide', leaving);
      await link.leave();
      await running;
    },
  };
}
