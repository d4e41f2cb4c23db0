import type { accounts } from '../../db/schema/accounts.ts';
import { createRandom, demoId } from '../random.ts';
import { before, days } from '../past.ts';

export interface Newcomer {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  /** Days since they joined. */
  readonly ago: number;
}

const joined: readonly (readonly [name: string, ago: number])[] = [
  ['Marlene Otto', 1.3],
  ['Tomas Ruiz', 2.6],
  ['Ayo Bello', 3.1],
  ['Kit Larsen', 5.4],
  ['Sunniva Moe', 6.2],
  ['Paolo Conti', 8.7],
  ['Mei Tan', 11.5],
  ['Joris Smit', 12.1],
  ['Lucia Prat', 15.8],
  ['Dev Anand', 18.3],
  ['Prize Desk', 21.2],
  ['Nell Ward', 24.6],
  ['Hugo Blanc', 27.4],
  ['Irma Koch', 33.9],
  ['Sami Laine', 38.2],
  ['Rosa Vidal', 44.7],
  ['Piet Bakker', 52.3],
];

/** Fans who joined lately and haven't done much. They have no picture yet. */
export const newcomers: readonly Newcomer[] = joined.map(([name, ago]) => {
  const username = name.toLowerCase().replace(' ', '.');
  return { id: demoId(`account ${username}`), username, name, ago };
});

export function newcomerNamed(name: string): Newcomer {
  const found = newcomers.find((person) => person.name === name);
  if (!found) throw new Error(`the demo data has no ${name}`);
  return found;
}

export const newcomerRows = (today: Date): (typeof accounts.$inferInsert)[] =>
  newcomers.map(({ id, username, name, ago }) => {
    const createdAt = before(today, days(ago));
    const random = createRandom(`seen ${username}`);
    return {
      id,
      username,
      name,
      lastSeenAt: before(today, days(random.between(0, Math.min(ago, 4)))),
      createdAt,
      updatedAt: createdAt,
    };
  });
