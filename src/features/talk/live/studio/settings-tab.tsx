import { limits } from '#config/limits.ts';
import type { StreamSettings } from '#contract/talk/streams/settings.ts';
import { texts } from '#lib/problem.ts';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { changeStreamSettings } from '#services/talk/streams/own-streams.ts';
import { useWrite } from '#state/query/hooks.ts';
import { Button } from '#ui/content/button.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { useForm } from '#ui/forms/use-form.ts';
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

/** A type alias, because `useForm` takes no interface. */
type Values = Pick<StreamValues & Prices, keyof StreamValues | keyof Prices>;
type Wrong = StreamErrors & { perMinute?: string; spectatorPerMinute?: string };
function check(values: Values): Wrong {
  const [own, watching] = [minuteError(values.perMinute), minuteError(values.spectatorPerMinute)];
  return {
    ...findErrors({ ...values, hasGoal: false, later: false }, false),
    ...(values.privateEnabled && own !== null && { perMinute: own }),
    ...(values.privateEnabled &&
      values.spectatorsEnabled &&
      watching !== null && { spectatorPerMinute: watching }),
  };
}
/** Prices that don't apply keep their value on the server. */
const toBody = (values: Values) => ({
  ...toSettings(values),
  privateEnabled: values.privateEnabled,
  spectatorsEnabled: values.spectatorsEnabled,
  ...(minuteError(values.perMinute) === null && { perMinute: parseTokens(values.perMinute) }),
  ...(minuteError(values.spectatorPerMinute) === null && {
    spectatorPerMinute: parseTokens(values.spectatorPerMinute),
  }),
});

const PrivateFields = ({ form }: { form: Pick<SettingsForm, 'values' | 'flag' | 'text'> }) => (
  <Stack gap={12}>
    <Checkbox
      label="Accept requests for private streams"
      hint="A fan asks, and you accept or decline. You’re paid by the second."
      {...form.flag('privateEnabled')}
    />
    {form.values.privateEnabled ? (
      <>
        <PriceInput label="Price per minute" perMinute {...form.text('perMinute')} />
        <Checkbox
          label="Allow spectators"
          hint="Others can watch a private stream at their own price."
          {...form.flag('spectatorsEnabled')}
        />
        {form.values.spectatorsEnabled ? (
          <PriceInput
            label="Price per minute for spectators"
            perMinute
            {...form.text('spectatorPerMinute')}
          />
        ) : null}
      </>
    ) : null}
  </Stack>
);

function useSettings(settings: StreamSettings) {
  const [save] = useWrite(changeStreamSettings);
  return useForm<Values>({
    initial: { ...toStreamValues(settings), ...toPrices(settings) },
    check,
    submit: async (values) => {
      await save({ body: toBody(values) }).unwrap();
      toast.success(texts.saved);
    },
  });
}
type SettingsForm = ReturnType<typeof useSettings>;

/** What streams begin with, private streams, and the encoder's key. */
export function SettingsTab({ settings }: { settings: StreamSettings }) {
  const form = useSettings(settings);
  return (
    <Stack gap={24}>
      <Form onSubmit={form.onSubmit}>
        <Stack gap={16}>
          <FormErrors errors={form.errors} />
          <SectionCard
            title="New streams"
            text="Each new stream begins with these. You can change them before you go live."
          >
            <TitleField form={form} />
            <AccessFields form={form} />
            <ReplayFields form={form} canRecord={settings.media.canRecord} />
          </SectionCard>
          <SectionCard title="Chat">
            <ChatFields form={form} />
          </SectionCard>
          <SectionCard title="Private streams">
            <PrivateFields form={form} />
          </SectionCard>
          <div>
            <Button type="submit" variant="primary" busy={form.busy}>
              Save changes
            </Button>
          </div>
        </Stack>
      </Form>
      {settings.media.canUseEncoder ? <EncoderCard /> : null}
    </Stack>
  );
}
