import { useState } from 'react';
import type { FormEvent } from 'react';
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
import { FormErrors } from '#ui/forms/form-errors.tsx';
import { Stack } from '#ui/layout/stack.tsx';
import { TextArea, TextInput } from '#ui/forms/text-input.tsx';
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

const chooseOne = 'Choose a reason.';

export interface ReportDialogProps {
  readonly target: ReportedThing;
  readonly onClose: () => void;
}

/** Sends a report of an account or, with an email address if they like, of a visitor. */
function useReporting({ type: targetType, id: targetId }: ReportedThing) {
  const isVisitor = !useAppSelector(selectLoggedIn);
  const [report, own] = useWrite(sendReport);
  const [reportAsVisitor, visitors] = useWrite(sendVisitorReport);
  const [email, setEmail] = useState('');
  const send = (category: ReportCategory, comment: string) => {
    if (!isVisitor || targetType === 'message')
      return report({ body: { targetType, targetId, category, comment } });
    const body = { targetType, targetId, category, comment, email: email.trim() || null };
    return reportAsVisitor({ body });
  };
  return { isVisitor, email, setEmail, send, isLoading: own.isLoading || visitors.isLoading };
}

function VisitorEmail({ value, onChange }: { readonly value: string; onChange(value: string): void }) {
  return (
    <TextInput
      label="Email"
      optional
      type="email"
      autoComplete="email"
      hint="We’ll email you the outcome, then delete your address."
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/**
 * Reports a person, content, a comment or a message to the operator. Reports are anonymous to everyone else.
 */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const { isVisitor, email, setEmail, send, isLoading } = useReporting(target);
  const [category, setCategory] = useState<ReportCategory | null>(null);
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(category === null);
    setProblem(null);
    if (category === null || isLoading) return;
    const { error } = await send(category, comment.trim());
    // A conflict means the user has already reported it, which is just as good.
    if (error && problemCode(error) !== 'conflict') return setProblem(problemMessage(error));
    toast.success(error ? problemMessage(error) : 'Thanks for your report. We’ll look into it.');
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={`Report ${target.name}`}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={16}>
          <FormErrors
            errors={
              problem ? [{ message: problem }] : missing && category === null ? [{ message: chooseOne }] : []
            }
          />
          <RadioCards
            label="Why are you reporting this?"
            name="category"
            options={categories}
            value={category}
            onChange={setCategory}
            error={missing && category === null ? chooseOne : null}
          />
          <TextArea
            label="Additional details"
            optional
            counted
            maxLength={limits.text.reason}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          {isVisitor ? <VisitorEmail value={email} onChange={setEmail} /> : null}
          <p>We keep a copy of what you report. Only the site’s operator can see who reported it.</p>
          <Button type="submit" variant="primary" block busy={isLoading}>
            Report
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
