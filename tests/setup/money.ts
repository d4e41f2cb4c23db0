import type { TestBackend } from './backend.ts';
import type { Person } from './test-app.ts';

/** Test card numbers by behavior; see `src/backend/ports/test-cards.ts`. */
export const cardNumbers = {
  pays: '4242424242424242',
  declines: '4000000000000002',
  poor: '4000000000009995',
  asks: '4000000000003220',
  asksWhenSaved: '4000002500003155',
  wrongCode: '4000000000000127',
} as const;
export const cardToken = (card: keyof typeof cardNumbers, expiry = '12/40') =>
  `${cardNumbers[card]}|${expiry}|123`;

/** Cards and keys for calls that move money. */
export function moneyIn({ ok, ports }: Pick<TestBackend, 'ok' | 'ports'>) {
  /** Saves a card; returns its id. */
  async function addCard(
    person: Person,
    card: keyof typeof cardNumbers = 'pays',
    expiry?: string,
  ): Promise<string> {
    const answer = card === 'asksWhenSaved' ? { challengeAnswer: 'complete' } : {};
    return (
      await ok('POST /:provider/cards', {
        token: person.token,
        params: { provider: 'sandbox' },
        body: { token: cardToken(card, expiry), ...answer },
      })
    )._id;
  }
  /** A new `Idempotency-Key`. */
  const newKey = () => ports.ids();
  return { addCard, newKey };
}
