import type { Tokens as Count } from '#lib/units.ts';
import { useRef, useState } from 'react';
import type { PerformerCard } from '#contract/core/schemas.ts';
import type { ReplyOf } from '#contract/core/registry.ts';
import type { PublicSettings } from '#contract/site.ts';
import { formatNumber, formatTokens } from '#lib/format.ts';
import { useTipPerformerMutation } from '#state/api/payments.ts';
import { useAppSelector, useAppStore } from '#state/hooks.ts';
import { selectSettings } from '#state/session/settings.ts';
import { ChipButton, ChipRow } from '#ui/content/chip.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { tokensText, useRate } from '#ui/content/money.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { SpendTokens } from './spend-tokens.tsx';
import { undoOption } from './tip-undo.ts';
import styles from '../payments/payment.module.css';

export interface TipDialogProps {
  readonly performer: PerformerCard;
  /** Id of the post the tip is for. */
  readonly feedId?: string;
  readonly onClose: () => void;
}

const usual = [20, 50, 100, 200, 500];

/** Whole tokens; 0 if the text isn't a number. */
export const typedTokens = (text: string): number => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : 0);

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

/** Sends a tip, within the site's limits. */
export function TipDialog({ performer, feedId, onClose }: TipDialogProps) {
  const rate = useRate();
  const settings = useAppSelector(selectSettings);
  const store = useAppStore();
  const [tip] = useTipPerformerMutation();
  const given = useRef<ReplyOf<'POST /wallet/charges/tip/:id'> | null>(null);
  const presets = usual.filter((tokens) => tipError(tokens, settings) === null);
  const [typed, setTyped] = useState(String(presets[1] ?? settings.minimumTipPrice));
  const [error, setError] = useState<string | null>(null);
  const tokens = typedTokens(typed);
  const refuse = () => {
    const found = tipError(tokens, settings);
    setError(found);
    return found;
  };
  const choose = (text: string) => {
    setTyped(text);
    setError(null);
  };
  const done = () => {
    onClose();
    toast.success(
      `You tipped ${performer.name} ${tokensText(tokens, rate)}.`,
      given.current ? undoOption(store, given.current, rate) : {},
    );
  };
  return (
    <Dialog open onClose={onClose} title={`Tip ${performer.name}`}>
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
        <SpendTokens
          tokens={tokens}
          label={(price) => (price > 0 ? `Tip ${tokensText(price, rate)}` : 'Tip')}
          about={`tip/${performer._id}`}
          refuse={refuse}
          spend={async ({ key }) => {
            given.current = await tip({
              performerId: performer._id,
              key,
              body: { amount: tokens, ...(feedId && { feedId }) },
            }).unwrap();
          }}
          onDone={done}
        />
      </div>
    </Dialog>
  );
}
