import { limits } from '#config/limits.ts';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import type { VoiceSending } from './use-voice-sending.ts';
import styles from './voice.module.css';

/** What a fan pays to listen. */
export function VoicePrice({ typed, setTyped, price }: Pick<VoiceSending, 'typed' | 'setTyped' | 'price'>) {
  return (
    <div className={styles.price}>
      <PriceInput
        label="Price"
        placeholder="Free"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint="Leave empty to send it for free."
        error={
          price === null
            ? `Enter a whole number of tokens, up to ${limits.itemPrice.max.toLocaleString('en-US')}.`
            : null
        }
      />
    </div>
  );
}
