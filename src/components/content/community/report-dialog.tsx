import { limits } from '#config/limits.ts';
import type { ReportCategory, ReportTarget } from '#contract/across/reports.ts';
import { problemCode, problemMessage } from '#lib/problem.ts';
import { sendReport, sendVisitorReport } from '#services/across/blocks.ts';
import { useWrite } from '#state/query/hooks.ts';
import { useAppSelector } from '#state/hooks.ts';
import { selectLoggedIn } from '#state/session/auth.ts';
import { Button } from '#ui/content/button.tsx';
import { RadioCards } from '#ui/forms/choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Form } from '#ui/forms/form.tsx';
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { toast } from '#ui/overlays/toast.ts';

/** What is reported. `name` completes the title "Report …", such as "this post" or "Lena". */
export interface ReportedThing {
  readonly type: ReportTarget;
  readonly id: string;
  readonly name: string;
}

const categories: readonly {
  readonly value: ReportCategory;
  readonly label: string;
  readonly hint: string;
}[] = [
  {
    value: 'child-safety',
    label: 'Child safety',
    hint: 'Someone under 18 is shown, sexualized or put at risk. We look at these first.',
  },
  { value: 'spam', label: 'Spam', hint: 'Advertising, scams or repeated content' },
  { value: 'legal', label: 'Illegal content', hint: 'Fraud, stolen content or a threat to someone’s safety' },
  {
    value: 'violation',
    label: 'Breaks this site’s rules',
    hint: 'Harassment, hate or content that isn’t allowed here',
  },
  { value: 'other', label: 'Something else', hint: 'Tell us more below' },
];

export interface ReportDialogProps {
  readonly target: ReportedThing;
  readonly onClose: () => void;
}

type Values = { category: ReportCategory | ''; comment: string; email: string };

/** Sends a report of an account or, with an email address if they like, of a visitor. */
function useReporting({ type: targetType, id: targetId }: ReportedThing, onClose: () => void) {
  const isVisitor = !useAppSelector(selectLoggedIn);
  const [report] = useWrite(sendReport);
  const [reportAsVisitor] = useWrite(sendVisitorReport);
  const send = (category: ReportCategory, { comment, email }: Values) => {
    const body = { targetType, targetId, category, comment: comment.trim() };
    return isVisitor && body.targetType !== 'message'
      ? reportAsVisitor({ body: { ...body, targetType: body.targetType, email: email.trim() || null } })
      : report({ body });
  };
  const form = useForm<Values>({
    initial: { category: '', comment: '', email: '' },
    check: ({ category }) => (category === '' ? { category: 'Choose a reason.' } : {}),
    submit: async (values) => {
      if (values.category === '') return;
      try {
        await send(values.category, values).unwrap();
        toast.success('Thanks for your report. We’ll look into it.');
      } catch (problem) {
        // A conflict means the user has already reported it, which is just as good.
        if (problemCode(problem) !== 'conflict') throw problem;
        toast.success(problemMessage(problem));
      }
      onClose();
    },
  });
  return { isVisitor, form };
}

/**
 * Reports a person, content, a comment or a message to the operator. Reports are anonymous to everyone else.
 */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const { isVisitor, form } = useReporting(target, onClose);
  return (
    <Dialog open onClose={onClose} title={`Report ${target.name}`}>
      <Form onSubmit={form.onSubmit}>
        <Stack gap={16}>
          <FormErrors errors={form.errors} />
          <RadioCards
            label="Why are you reporting this?"
            name="category"
            options={categories}
            value={form.values.category || null}
            onChange={(category) => form.set('category', category)}
            error={form.fieldErrors.category ?? null}
          />
          <TextArea
            label="Additional details"
            optional
            counted
            maxLength={limits.text.reason}
            {...form.text('comment')}
          />
          {isVisitor ? (
            <TextInput
              label="Email"
              optional
              type="email"
              autoComplete="email"
              hint="We’ll email you the outcome, then delete your address."
              {...form.text('email')}
            />
          ) : null}
          <p>We keep a copy of what you report. Only the site’s operator can see who reported it.</p>
          <Button type="submit" variant="primary" block busy={form.busy}>
            Report
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
