import type { Deletion } from '#contract/across/leaving.ts';
import { formatMoney, formatTokens, plural } from '#lib/format.ts';
import { formatDay } from '#lib/format-time.ts';
import { deleteAccount } from '#services/across/leaving.ts';
import { useApi, useAppDispatch } from '#state/hooks.ts';
import { logoutRequested, sessionEndsHere } from '#state/session/auth.ts';
import { Button } from '#ui/content/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout/stack.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast } from '#ui/overlays/toast.ts';
import styles from '../account.module.css';

export interface DeleteAccountDialogProps {
  readonly deletion: Deletion;
  readonly onClose: () => void;
}

const Sentences = ({ title, sentences }: { title: string; sentences: readonly string[] }) => (
  <div>
    <h3 className={styles.listTitle}>{title}</h3>
    <ul className={styles.sentences}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </div>
);

/** "120 tokens and $3.50 of earnings"; empty if nothing is lost. */
const lossText = ({ losses: { tokens, earnings }, currency }: Deletion): string =>
  [
    ...(tokens > 0 ? [formatTokens(tokens)] : []),
    ...(earnings > 0 ? [`${formatMoney(earnings, currency)} of earnings`] : []),
  ].join(' and ');

const plain = (text: string): string => text.trim().replace(/^@/, '').toLowerCase();

/** Asks for the deletion, then logs out; the session ends with the account. */
function useDeleting({ deletion, onClose }: DeleteAccountDialogProps) {
  const dispatch = useAppDispatch();
  const api = useApi();
  const { confirmation, losses } = deletion;
  const loss = lossText(deletion);
  const form = useForm({
    initial: { confirmation: '', agrees: false },
    check: (values) => ({
      ...(loss && !values.agrees ? { agrees: 'Confirm that you’ll lose this.' } : {}),
      ...(plain(values.confirmation) === confirmation
        ? {}
        : { confirmation: `Type ${confirmation} to confirm.` }),
    }),
    submit: async (values) => {
      dispatch(sessionEndsHere());
      const { dueAt } = await deleteAccount(api, { body: { confirmation: values.confirmation, losses } });
      toast.success(`Your account will be deleted on ${formatDay(dueAt)}. Log in before then to keep it.`);
      onClose();
      dispatch(logoutRequested());
    },
  });
  return { form, loss };
}

/** What deleting one's account means; it takes one's username, and agreeing to what is lost. */
export function DeleteAccountDialog({ deletion, onClose }: DeleteAccountDialogProps) {
  const { form, loss } = useDeleting({ deletion, onClose });
  const { erased, kept, waits, days, confirmation } = deletion;
  return (
    <Dialog open onClose={onClose} title="Delete your account?" dismissible={!form.busy}>
      <Form onSubmit={form.onSubmit}>
        <Stack>
          <p>
            Your profile is hidden right away, you’re logged out everywhere, and nothing renews. After{' '}
            {plural(days, 'day')} your account is permanently deleted. Log in before then to keep it.
          </p>
          <Sentences title="Permanently deleted" sentences={erased} />
          <Sentences title="Kept" sentences={kept} />
          {waits.length > 0 ? <Notice title="This may delay it">{waits.join(' ')}</Notice> : null}
          <FormErrors errors={form.errors} />
          {loss ? <Checkbox label={`I understand that I’ll lose ${loss}.`} {...form.flag('agrees')} /> : null}
          <TextInput
            label={`Type ${confirmation} to confirm`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...form.text('confirmation')}
          />
          <Button type="submit" variant="danger" block busy={form.busy}>
            Delete account
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
