import { limits } from '#config/limits.ts';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import type { VoiceSending } from './use-voice-sending.ts';
import styles from './voice.module.css';

/** What a fan pays to listen. */
export function VoicePrice({ typed, setTyped, price }: Pick<VoiceSending, 'typed' | 'setTyped' | 'price'>) {
  const rate = useRate();
  return (
    <div className={styles.price}>
      <TextInput
        label="Price"
        inputMode="numeric"
        placeholder="Free"
        suffix="tokens"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={price ? `They pay ${tokensText(price, rate)} to listen.` : 'Leave empty to send it for free.'}
        error={
          price === null
            ? `Enter a whole number of tokens, up to ${limits.itemPrice.max.toLocaleString('en-US')}.`
            : null
        }
      />
    </div>
  );
}
