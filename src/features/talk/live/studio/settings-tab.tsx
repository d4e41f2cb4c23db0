import { type FormEvent, useState } from 'react';
import { limits } from '#config/limits.ts';
import type { StreamSettings } from '#contract/talk/streams/settings.ts';
import { problemMessage, texts } from '#lib/problem.ts';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { changeStreamSettings } from '#services/talk/streams/own-streams.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { SectionCard } from '#ui/layout/section-card.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { EncoderCard } from './encoder-card.tsx';
import { AccessFields, ChatFields, ReplayFields, TitleField } from './stream-fields.tsx';
import {
  type StreamErrors,
  type StreamValues,
  findErrors,
  toSettings,
  toStreamValues,
} from './stream-values.ts';

interface Prices {
  readonly privateEnabled: boolean;
  readonly perMinute: string;
  readonly spectatorsEnabled: boolean;
  readonly spectatorPerMinute: string;
}
const toPrices = (settings: StreamSettings): Prices => ({
  privateEnabled: settings.privateEnabled,
  perMinute: String(settings.perMinute || ''),
  spectatorsEnabled: settings.spectatorsEnabled,
  spectatorPerMinute: String(settings.spectatorPerMinute || ''),
});
const { min, max } = limits.stream.perMinute;
const parseTokens = (typed: string): number => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0);
const minuteError = (typed: string): string | null =>
  parseTokens(typed) >= min && parseTokens(typed) <= max ? null : `Enter ${min} to ${max} tokens.`;

type Wrong = StreamErrors & { perMinute?: string; spectatorPerMinute?: string };
function wrongIn(values: StreamValues, prices: Prices): Wrong {
  const [own, watching] = [minuteError(prices.perMinute), minuteError(prices.spectatorPerMinute)];
  return {
    ...findErrors({ ...values, hasGoal: false, later: false }, false),
    ...(prices.privateEnabled && own !== null && { perMinute: own }),
    ...(prices.privateEnabled &&
      prices.spectatorsEnabled &&
      watching !== null && { spectatorPerMinute: watching }),
  };
}
/** Prices that don't apply keep their value on the server. */
const toBody = (values: StreamValues, prices: Prices) => ({
  ...toSettings(values),
  privateEnabled: prices.privateEnabled,
  spectatorsEnabled: prices.spectatorsEnabled,
  ...(minuteError(prices.perMinute) === null && { perMinute: parseTokens(prices.perMinute) }),
  ...(minuteError(prices.spectatorPerMinute) === null && {
    spectatorPerMinute: parseTokens(prices.spectatorPerMinute),
  }),
});

const PrivateFields = ({
  prices,
  set,
  wrong,
}: {
  prices: Prices;
  set: (change: Partial<Prices>) => void;
  wrong: Wrong;
}) => (
  <Stack gap={12}>
    <Checkbox
      label="Accept requests for private streams"
      hint="A fan asks, and you accept or decline. You’re paid by the second."
      checked={prices.privateEnabled}
      onChange={({ target }) => set({ privateEnabled: target.checked })}
    />
    {prices.privateEnabled ? (
      <>
        <PriceInput
          id="private-price"
          label="Price per minute"
          perMinute
          value={prices.perMinute}
          error={wrong.perMinute ?? null}
          onChange={({ target }) => set({ perMinute: target.value })}
        />
        <Checkbox
          label="Allow spectators"
          hint="Others can watch a private stream at their own price."
          checked={prices.spectatorsEnabled}
          onChange={({ target }) => set({ spectatorsEnabled: target.checked })}
        />
        {prices.spectatorsEnabled ? (
          <PriceInput
            id="spectator-price"
            label="Price per minute for spectators"
            perMinute
            value={prices.spectatorPerMinute}
            error={wrong.spectatorPerMinute ?? null}
            onChange={({ target }) => set({ spectatorPerMinute: target.value })}
          />
        ) : null}
      </>
    ) : null}
  </Stack>
);

const fieldIds: Readonly<Record<string, string>> = {
  title: 'stream-title',
  price: 'stream-price',
  heldWords: 'stream-words',
  perMinute: 'private-price',
  spectatorPerMinute: 'spectator-price',
};

function useSettings(settings: StreamSettings) {
  const [values, setValues] = useState(() => toStreamValues(settings));
  const [prices, setPrices] = useState(() => toPrices(settings));
  const [wrong, setWrong] = useState<Wrong>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [save, { isLoading }] = useWrite(changeStreamSettings);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = wrongIn(values, prices);
    setWrong(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return;
    const { error } = await save({ body: toBody(values, prices) });
    if (error) setProblem(problemMessage(error));
    else toast.success(texts.saved);
  };
  return {
    values,
    prices,
    wrong,
    problem,
    isLoading,
    submit,
    set: (change: Partial<StreamValues>) => setValues((now) => ({ ...now, ...change })),
    setPrice: (change: Partial<Prices>) => setPrices((now) => ({ ...now, ...change })),
  };
}

/** What streams begin with, private streams, and the encoder's key. */
export function SettingsTab({ settings }: { settings: StreamSettings }) {
  const { values, prices, wrong, problem, isLoading, submit, set, setPrice } = useSettings(settings);
  const fields = { values, set, errors: wrong };
  const listed = Object.entries(wrong).map(([field, message]) => ({ fieldId: fieldIds[field], message }));
  return (
    <Stack gap={24}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={16}>
          <FormErrors errors={problem ? [...listed, { message: problem }] : listed} />
          <SectionCard
            title="New streams"
            text="Each new stream begins with these. You can change them before you go live."
          >
            <TitleField {...fields} />
            <AccessFields {...fields} />
            <ReplayFields values={values} set={set} canRecord={settings.media.canRecord} />
          </SectionCard>
          <SectionCard title="Chat">
            <ChatFields {...fields} />
          </SectionCard>
          <SectionCard title="Private streams">
            <PrivateFields prices={prices} set={setPrice} wrong={wrong} />
          </SectionCard>
          <div>
            <Button type="submit" variant="primary" busy={isLoading}>
              Save changes
            </Button>
          </div>
        </Stack>
      </form>
      {settings.media.canUseEncoder ? <EncoderCard /> : null}
    </Stack>
  );
}
