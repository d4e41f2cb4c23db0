import { limits } from '#config/limits.ts';
import type { FirstMessageSettings } from '#contract/talk/messages/requests.ts';
import { LoadedView } from '#components/base/lists/loaded-view.tsx';
import { getFirstMessageSettings, setFirstMessageSettings } from '#services/talk/messages/inbox.ts';
import { useRead, useWrite } from '#state/query/hooks.ts';
import { PriceInput } from '#components/money/payments/price-input.tsx';
import { Skeleton, SkeletonText } from '#ui/feedback/skeleton.tsx';
import { Checkbox, RadioCards } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { SaveBar } from './save-bar.tsx';

const { max } = limits.itemPrice;

/** The typed price in tokens; 0 for an empty field, null if it isn't one. */
function parsePrice(typed: string): number | null {
  const text = typed.trim();
  if (text === '') return 0;
  return /^\d{1,6}$/.test(text) && Number(text) <= max ? Number(text) : null;
}

const priceHelp = `Enter a whole number of tokens up to ${max.toLocaleString('en-US')}, or leave it empty.`;

const initialValues = ({ writeFirst, asksFirst, firstMessagePrice }: FirstMessageSettings) => ({
  writeFirst,
  asksFirst,
  price: firstMessagePrice === 0 ? '' : String(firstMessagePrice),
});

function FirstMessagesForm({ settings }: { settings: FirstMessageSettings }) {
  const [save] = useWrite(setFirstMessageSettings);
  const form = useForm({
    initial: initialValues(settings),
    check: ({ asksFirst, price }): { price?: string } =>
      !asksFirst || parsePrice(price) !== null ? {} : { price: priceHelp },
    submit: async ({ writeFirst, asksFirst, price }) => {
      await save({
        body: {
          writeFirst,
          asksFirst,
          firstMessagePrice: asksFirst ? (parsePrice(price) ?? 0) : 0,
        },
      }).unwrap();
      toast.success('Changes saved');
    },
  });
  const { values, set } = form;
  return (
    <Form onSubmit={form.onSubmit} aria-label="First messages">
      <Stack>
        <FormErrors errors={form.errors} />
        <RadioCards
          label="Who can message you first"
          name="writeFirst"
          value={values.writeFirst}
          onChange={(writeFirst) => set('writeFirst', writeFirst)}
          options={[
            { value: 'everyone', label: 'Everyone' },
            { value: 'followers', label: 'Followers', hint: 'And subscribers' },
            { value: 'subscribers', label: 'Subscribers' },
          ]}
        />
        <Checkbox
          label="Ask before someone new can write"
          hint="First messages wait in Requests until you accept or reply. People you’ve already written with aren’t affected."
          {...form.flag('asksFirst')}
        />
        {values.asksFirst ? (
          <PriceInput
            label="Price of a first message"
            hint="Leave empty for free. You earn it when you accept or reply; otherwise it’s refunded."
            note="You earn it when you accept or reply; otherwise it’s refunded."
            {...form.text('price')}
          />
        ) : null}
        <SaveBar isChanged={form.changed.length > 0} busy={form.busy} onDiscard={form.discard} />
      </Stack>
    </Form>
  );
}

/** Who may write to the creator first, and on what terms. */
export function FirstMessages() {
  const request = useRead(getFirstMessageSettings);
  const skeleton = (
    <Skeleton>
      <SkeletonText lines={6} />
    </Skeleton>
  );
  return (
    <LoadedView request={request} skeleton={skeleton} level={3}>
      {(settings) => <FirstMessagesForm key={JSON.stringify(settings)} settings={settings} />}
    </LoadedView>
  );
}
