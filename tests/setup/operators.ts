import { secondFactors } from '#backend/db/schema/factors.ts';
import { operators } from '#backend/db/schema/operator.ts';
import type { TestBackend } from './backend.ts';
import type { Person } from './test-app.ts';

/** Lets an account use the operator's desk. Its second factor is on, though no code matches it. */
export async function makeOperator(
  { db, ports }: Pick<TestBackend, 'db' | 'ports'>,
  accountId: string,
): Promise<void> {
  const createdAt = ports.clock.now();
  await db
    .insert(secondFactors)
    .values({ accountId, sealed: 'none', enabledAt: createdAt, createdAt })
    .onConflictDoNothing();
  await db.insert(operators).values({ accountId, addedBy: 'tests', createdAt });
}

/** A fan who may use the operator's desk. */
export async function newOperator(app: Pick<TestBackend, 'db' | 'ports' | 'makeFan'>): Promise<Person> {
  const person = await app.makeFan();
  await makeOperator(app, person.id);
  return person;
}
