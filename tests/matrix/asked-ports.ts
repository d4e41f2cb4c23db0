import { AsyncLocalStorage } from 'node:async_hooks';
import type { FakePorts } from '../setup/fake-ports.ts';

/** By port, the methods that only look something up. Mails and pushes are sent by jobs, which the database shows. */
const reading = {
  objects: ['get'],
  live: ['stats', 'recording', 'onChange'],
  transport: ['count', 'of'],
  payments: [],
} satisfies Partial<Record<keyof FakePorts, readonly string[]>>;

/**
 * Records what a call asks of the ports through which the backend acts on the world outside its database:
 * `live.close`, `objects.put`. Work of the background, which goes on meanwhile, isn't the call's. Returns a function
 * that makes a call and says what it asked.
 */
export function watchPorts(ports: FakePorts) {
  const calls = new AsyncLocalStorage<string[]>();
  for (const [name, harmless] of Object.entries(reading)) {
    const port = ports[name as keyof FakePorts] as unknown as Record<string, unknown>;
    const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(port));
    for (const method of [...Object.keys(port), ...inherited]) {
      const original = port[method];
      const isHarmless = method in Object.prototype || harmless.some((one) => one === method);
      if (typeof original !== 'function' || isHarmless) continue;
      port[method] = (...args: unknown[]): unknown => {
        calls.getStore()?.push(`${name}.${method}`);
        return original.apply(port, args) as unknown;
      };
    }
  }
  return async <T>(call: () => Promise<T>): Promise<{ answer: T; acts: readonly string[] }> => {
    const acts: string[] = [];
    const answer = await calls.run(acts, call);
    return { answer, acts: [...acts] };
  };
}
