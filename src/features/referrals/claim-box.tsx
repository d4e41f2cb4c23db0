import type { OwnReferralCode } from '#contract/referrals';
import { formatDay } from '#lib/format-time';
import { forgetReferralCode, isReferralCode, readReferralCode } from '#lib/referral-code';
import { useClaimReferralMutation } from '#state/api-referrals';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { FormErrors } from '#ui/form-errors';
import { Notice } from '#ui/notice';
import { Section } from '#ui/page-header';
import { Stack } from '#ui/stack';
import { TextInput } from '#ui/text-input';
import { toast } from '#ui/toast';
import { useForm } from '#ui/use-form';

function ClaimForm({ until }: { until: string }) {
  const [claim] = useClaimReferralMutation();
  const form = useForm({
    initial: { code: readReferralCode() ?? '' },
    check: ({ code }) =>
      isReferralCode(code) ? {} : { code: 'Enter the code: it is made of letters and digits.' },
    submit: async ({ code }) => {
      const { invitedBy } = await claim(code.trim()).unwrap();
      forgetReferralCode();
      toast.success(`Thank you. You were invited by ${invitedBy ?? 'somebody'}.`);
    },
  });
  return (
    <Card>
      <Section
        title="Did somebody invite you?"
        text={`If you joined without their code, enter it here until ${formatDay(until)}.`}
      >
        <form method="post" onSubmit={form.onSubmit} noValidate>
          <Stack gap={12}>
            <FormErrors errors={form.errors} />
            <TextInput
              label="Invitation code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              {...form.text('code')}
            />
            <div>
              <Button type="submit" busy={form.busy}>
                Enter the code
              </Button>
            </div>
          </Stack>
        </form>
      </Section>
    </Card>
  );
}

/** In the first days of an account: who invited it, if that isn't known. Afterwards it is only told. */
export function ClaimBox({ own: { invitedBy, claimUntil } }: { own: OwnReferralCode }) {
  if (invitedBy) return <Notice>You were invited by {invitedBy}.</Notice>;
  return claimUntil ? <ClaimForm until={claimUntil} /> : null;
}
