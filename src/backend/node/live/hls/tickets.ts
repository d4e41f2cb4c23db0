import { randomBytes } from 'node:crypto';
import { grantSeconds } from '../../../ports/reported-live.ts';

interface Ticket {
  readonly streamId: string;
  readonly userId: string;
  /** Until when it may first be used, in ms. */
  readonly until: number;
  /** What it was used on, and until when each counts as watching, in ms. */
  readonly devices: Map<string, number>;
}

/** Players ask every second or two; one that is silent for this long has left. */
const silentMs = 15_000;

const isOpen = ({ until, devices }: Ticket, now: number): boolean =>
  devices.size === 0 ? until >= now : [...devices.values()].some((each) => each >= now);

/**
 * Who may fetch which stream over HTTP. A ticket is part of the path, as players send no headers, so it can be handed
 * on: an account's tickets to a stream work on a few devices at once, together.
 */
export class Tickets {
  readonly #tickets = new Map<string, Ticket>();
  readonly #mostDevices: number;

  constructor(mostDevices: number) {
    this.#mostDevices = mostDevices;
  }
  /** The token of a new ticket; one of the same account and stream that was never used is replaced. */
  issue(streamId: string, userId: string): string {
    const now = Date.now();
    const isReplaced = (each: Ticket) =>
      each.devices.size === 0 && each.streamId === streamId && each.userId === userId;
    for (const [token, each] of this.#tickets)
      if (!isOpen(each, now) || isReplaced(each)) this.#tickets.delete(token);
    const token = randomBytes(24).toString('base64url');
    const until = now + grantSeconds * 1_000;
    this.#tickets.set(token, { streamId, userId, until, devices: new Map() });
    return token;
  }
  /** The stream that a ticket is for, `busy` while its account watches on too many other devices, null once it is for nothing. */
  use(token: string, device: string): { streamId: string } | 'busy' | null {
    const [ticket, now] = [this.#tickets.get(token), Date.now()];
    if (!ticket || !isOpen(ticket, now)) return null;
    const { streamId, userId } = ticket;
    const others = this.#devices((each) => each.streamId === streamId && each.userId === userId);
    others.delete(device);
    if (others.size >= this.#mostDevices) return 'busy';
    ticket.devices.set(device, now + silentMs);
    return { streamId };
  }
  #devices(isMeant: (ticket: Ticket) => boolean): Set<string> {
    const now = Date.now();
    const meant = [...this.#tickets.values()].filter(isMeant);
    return new Set(
      meant.flatMap(({ devices }) =>
        [...devices].filter(([, until]) => until >= now).map(([device]) => device),
      ),
    );
  }
  drop(isConcerned: (ticket: { streamId: string; userId: string }) => boolean): void {
    for (const [token, each] of this.#tickets) if (isConcerned(each)) this.#tickets.delete(token);
  }
  /** Who watches a stream over HTTP. */
  watching(streamId: string): string[] {
    const now = Date.now();
    return [...this.#tickets.values()]
      .filter((each) => each.streamId === streamId && each.devices.size > 0 && isOpen(each, now))
      .map(({ userId }) => userId);
  }
}
