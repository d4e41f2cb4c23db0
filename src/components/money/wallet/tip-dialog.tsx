import type { Tokens as Count } from '#lib/units.ts';
import { useRef, useState } from 'react';
import { limits } from '#config/limits.ts';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { Message } from '#contract/talk/messages/messages.ts';
import type { PublicSettings } from '#contract/base/site.ts';
import { formatNumber, formatTokens } from '#lib/format.ts';
import { tipPerformer } from '#services/money/payments.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useAppSelector, useAppStore } from '#state/hooks.ts';
import type { AppStore } from '#state/store.ts';
import { selectSettings } from '#state/session/settings.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { FormFieldsContext, useNewFormFields } from '#ui/forms/form-fields.ts';
import { TextInput } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { SpendTokens } from './spend-tokens.tsx';
import { undoOption } from './tip-undo.ts';
import styles from '../payments/payment.module.css';

export interface TipDialogProps {
  readonly performer: PerformerCard;
  /** Id of the post the tip is for. */
  readonly postId?: string;
  /** Id of the conversation in which the tip is shown to both; it can have a note there. */
  readonly conversationId?: string;
  /** Id of the live stream whose chat shows the tip; it can have a note there. */
  readonly streamId?: string;
  readonly onClose: () => void;
}

const usual = [20, 50, 100, 200, 500];

/** Whole tokens; 0 if the text isn't a number. */
export const typedTokens = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : 0);

/** What can't become right by typing on, so it is said at once; null for what can. */
function hopeless(typed: string, settings: PublicSettings): string | null {
  if (!/^\d*$/.test(typed.trim())) return 'Enter a whole number of tokens.';
  const tokens = typedTokens(typed);
  return tokens > settings.maximumTipPrice ? tipError(tokens, settings) : null;
}

/** An error message for the amount, or null. */
export function tipError(
  tokens: Count,
  { minimumTipPrice: min, maximumTipPrice: max }: Pick<PublicSettings, 'minimumTipPrice' | 'maximumTipPrice'>,
): string | null {
  if (tokens < min) return `The smallest tip is ${formatTokens(min)}.`;
  return tokens > max ? `The largest tip is ${formatTokens(max)}.` : null;
}

const UsualTips = ({
  presets,
  tokens,
  onChoose,
}: {
  presets: readonly number[];
  tokens: Count;
  onChoose: (tokens: Count) => void;
}) => (
  <ChipRow label="Suggested tips">
    {presets.map((preset) => (
      <ChipButton key={preset} pressed={preset === tokens} onClick={() => onChoose(preset)}>
        {formatNumber(preset)}
      </ChipButton>
    ))}
  </ChipRow>
);

/** The message shows without waiting for its event. Its slice is there, since the conversation is open. */
async function showMessage(store: AppStore, message: Message | undefined): Promise<void> {
  if (message) store.dispatch((await import('#state/messages/message.ts')).messageSent(message));
}

/** The amount as typed, its error, and the note. */
function useTipForm(settings: PublicSettings, presets: readonly number[]) {
  const [typed, setTyped] = useState(String(presets[1] ?? settings.minimumTipPrice));
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const tokens = typedTokens(typed);
  const choose = (text: string) => {
    setTyped(text);
    setError(hopeless(text, settings));
  };
  const refuse = () => {
    const found = hopeless(typed, settings) ?? tipError(tokens, settings);
    setError(found);
    return found;
  };
  // An amount that is refused isn't worth a top-up.
  const requested = tokens > settings.maximumTipPrice ? 0 : tokens;
  return { typed, tokens: requested, note, setNote, error, choose, refuse };
}

/** Sends the tip, and confirms it with a way to undo it. */
function useTipping({ performer, postId, conversationId, streamId, onClose }: TipDialogProps) {
  const rate = useRate();
  const store = useAppStore();
  const [tip] = useWrite(tipPerformer);
  const given = useRef<ReplyOf<'POST /wallet/charges/tip/:id'> | null>(null);
  const pay = async ({ key, amount, note }: { key: string; amount: Count; note: string }) => {
    const place = conversationId
      ? { conversationId, note }
      : streamId
        ? { streamId, note }
        : { ...(postId && { feedId: postId }) };
    const body = { amount, ...place };
    given.current = await tip({ params: { id: performer._id }, key, body }).unwrap();
    void showMessage(store, given.current.message);
  };
  const done = (tokens: Count) => {
    onClose();
    toast.success(
      `You tipped ${performer.name} ${tokensText(tokens, rate)}.`,
      given.current ? undoOption(store, given.current, rate) : {},
    );
  };
  return { pay, done };
}

/** Sends a tip, within the site's limits. */
export function TipDialog(props: TipDialogProps) {
  const { performer, conversationId, streamId, onClose } = props;
  const rate = useRate();
  const settings = useAppSelector(selectSettings);
  const presets = usual.filter((tokens) => tipError(tokens, settings) === null);
  const { typed, tokens, note, setNote, error, choose, refuse } = useTipForm(settings, presets);
  const { pay, done } = useTipping(props);
  const fields = useNewFormFields();
  return (
    <Dialog open onClose={onClose} title={`Tip ${performer.name}`}>
      <FormFieldsContext value={fields}>
        <div className={styles.stack}>
          <UsualTips presets={presets} tokens={tokens} onChoose={(preset) => choose(String(preset))} />
          <TextInput
            label="Tokens"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={error}
            hint={`Between ${formatNumber(settings.minimumTipPrice)} and ${formatNumber(settings.maximumTipPrice)} tokens`}
            onChange={(event) => choose(event.target.value)}
          />
          {conversationId || streamId ? (
            <TextInput
              label="Note"
              optional
              autoComplete="off"
              maxLength={limits.text.tipNote}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          ) : null}
          <SpendTokens
            tokens={tokens}
            label={(price) => (price > 0 ? `Tip ${tokensText(price, rate)}` : 'Tip')}
            subject={`tip/${performer._id}/${note.trim()}`}
            refuse={refuse}
            spend={({ key }) => pay({ key, amount: tokens, note: note.trim() })}
            onDone={() => done(tokens)}
          />
        </div>
      </FormFieldsContext>
    </Dialog>
  );
}
