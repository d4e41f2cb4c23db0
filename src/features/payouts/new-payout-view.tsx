import { useRouter } from 'next/router';
import { limits } from '#config/limits';
import { routes } from '#config/routes';
import type { PayoutQuote } from '#contract/payouts';
import { formatAmount, parseAmount } from '#lib/format';
import { problemMessage } from '#lib/problem';
import { useIntentKey } from '#parts/intent-key';
import { PayoutMethods } from '#parts/payout-methods';
import { newIntentKey } from '#services/intent-key';
import { useCalculatePayoutQuery, useRequestPayoutMutation } from '#state/api-payouts';
import { Button } from '#ui/button';
import { ButtonLink } from '#ui/button-link';
import { Card } from '#ui/card';
import { FormErrors } from '#ui/form-errors';
import { PageHead } from '#ui/page-head';
import { PageHeader, Section } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { ErrorState } from '#ui/states';
import { TextArea } from '#ui/text-input';
import { toast } from '#ui/toast';
import { useForm } from '#ui/use-form';
import { AmountFields, type Bounds, amountError } from './amount-fields.tsx';
import { BalanceBones, BalanceStats, Holds } from './balance.tsx';
import { Blocks } from './payout-words.tsx';

function RequestForm({ quote }: { quote: PayoutQuote }) {
  const router = useRouter();
  const [request] = useRequestPayoutMutation();
  const { keyFor, settle } = useIntentKey(newIntentKey);
  const bounds: Bounds = { minimum: quote.minimum, most: quote.available, currency: quote.currency };
  const form = useForm({
    initial: { amount: formatAmount(quote.available), note: '' },
    check: ({ amount }) => {
      const wrong = amountError(amount, bounds);
      return wrong ? { amount: wrong } : {};
    },
    submit: async ({ amount, note }) => {
      const body = { amount: parseAmount(amount) ?? 0, note: note.trim() };
      const payout = await request({ body, key: keyFor(JSON.stringify(body)) }).unwrap();
      settle();
      toast.success('Asked for. The money is set aside for it.');
      await router.push(routes.payout(payout._id));
    },
  });
  return (
    <Card>
      <form onSubmit={form.onSubmit} noValidate aria-label="Request a payout">
        <Stack>
          <FormErrors errors={form.errors} />
          <AmountFields
            bounds={bounds}
            field={form.text('amount')}
            onAll={(typed) => form.set('amount', typed)}
          />
          <p>
            It goes to{' '}
            <strong>
              {quote.method?.bank} ···· {quote.method?.last4}
            </strong>
            .
          </p>
          <TextArea
            label="A note for yourself and the site"
            optional
            compact
            maxLength={limits.text.reason}
            counted
            {...form.text('note')}
          />
          <Button type="submit" variant="primary" large block busy={form.busy}>
            Request the payout
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

const Content = ({ quote }: { quote: PayoutQuote }) => (
  <Stack gap={24}>
    <BalanceStats quote={quote} />
    <Blocks blocks={quote.blocks} />
    {quote.canRequest ? (
      <RequestForm quote={quote} />
    ) : quote.openRequestId ? (
      <ButtonLink href={routes.payout(quote.openRequestId)} variant="primary">
        See the payout on its way
      </ButtonLink>
    ) : null}
    {quote.blocks.some(({ code }) => code === 'no_method' || code === 'method_not_ready') ? (
      <Card>
        <Section title="Where payouts go">
          <PayoutMethods />
        </Section>
      </Card>
    ) : null}
    {quote.canRequest ? null : <Holds quote={quote} />}
  </Stack>
);

/** `/creator/payouts/new`: how much, what arrives, and what is in the way. */
export function NewPayoutView() {
  const { data: quote, error, isFetching, refetch } = useCalculatePayoutQuery(undefined);
  return (
    <Stack gap={24}>
      <PageHead title="Request a payout" unlisted />
      <PageHeader
        title="Request a payout"
        actions={<ButtonLink href={routes.creatorPayouts}>All payouts</ButtonLink>}
      />
      {error && !quote ? (
        <ErrorState text={problemMessage(error)} onRetry={() => void refetch()} busy={isFetching} />
      ) : quote ? (
        <Content quote={quote} />
      ) : (
        <BalanceBones />
      )}
    </Stack>
  );
}
