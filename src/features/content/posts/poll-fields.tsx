import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { limits } from '#config/limits.ts';
import { timeZone } from '#lib/local-time.ts';
import { DateField } from '#ui/antd/date-field.tsx';
import { Button, IconButton } from '#ui/content/button.tsx';
import { Checkbox } from '#ui/forms/choice.tsx';
import { FieldGroup } from '#ui/forms/field-group.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Row, Stack } from '#ui/layout/stack.tsx';
import { Select, TextInput } from '#ui/forms/text-input.tsx';
import type { PollValues, PostErrors } from './post-values.ts';
import styles from './studio.module.css';

const visibilities = [
  { value: 'always', label: 'Always' },
  { value: 'afterVote', label: 'After voting' },
  { value: 'afterEnd', label: 'After the poll ends' },
] as const;

export interface PollFieldsProps {
  readonly poll: PollValues;
  readonly set: (change: Partial<PollValues>) => void;
  readonly errors: PostErrors;
  /** There are votes, so question and answers can't be changed. */
  readonly fixed: boolean;
}

interface AnswerProps extends PollFieldsProps {
  readonly at: number;
  readonly onStep: (at: number, by: -1 | 1) => void;
}

function Answer({ poll, set, fixed, at, onStep, errors }: AnswerProps) {
  const { options } = poll;
  const removable = options.length > limits.poll.minOptions;
  return (
    <li className={styles.answer}>
      <TextInput
        label={`Answer ${at + 1}`}
        hideLabel
        placeholder={`Answer ${at + 1}`}
        maxLength={limits.poll.optionLength}
        disabled={fixed}
        className={styles.answerText}
        error={at === 0 ? errors.options : null}
        value={options[at] ?? ''}
        onChange={(event) => set({ options: options.with(at, event.target.value) })}
      />
      {fixed ? null : (
        <span className={styles.order}>
          <IconButton label={`Move answer ${at + 1} up`} disabled={at === 0} onClick={() => onStep(at, -1)}>
            <ArrowUp size={16} />
          </IconButton>
          <IconButton
            label={`Move answer ${at + 1} down`}
            disabled={at === options.length - 1}
            onClick={() => onStep(at, 1)}
          >
            <ArrowDown size={16} />
          </IconButton>
          <IconButton
            label={`Remove answer ${at + 1}`}
            disabled={!removable}
            onClick={() => set({ options: options.toSpliced(at, 1) })}
          >
            <X size={16} />
          </IconButton>
        </span>
      )}
    </li>
  );
}

/** Two to twenty answers. An answer that was moved or added keeps focus. */
function Replies(props: PollFieldsProps) {
  const {
    poll: { options },
    set,
    fixed,
  } = props;
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<number | null>(null);
  useEffect(() => {
    if (focus.current === null) return;
    list.current?.querySelectorAll('input')[focus.current]?.focus();
    focus.current = null;
  });
  const step = (at: number, by: -1 | 1) => {
    const [mine, other] = [options[at], options[at + by]];
    if (mine === undefined || other === undefined) return;
    set({ options: options.with(at, other).with(at + by, mine) });
    focus.current = at + by;
  };
  const add = () => {
    set({ options: [...options, ''] });
    focus.current = options.length;
  };
  return (
    <FieldGroup
      label="Answers"
      hint={fixed ? null : `${limits.poll.minOptions} to ${limits.poll.maxOptions}`}
    >
      <ol ref={list} className={styles.answers}>
        {options.map((_, at) => (
          <Answer key={at} {...props} at={at} onStep={step} />
        ))}
      </ol>
      {fixed || options.length >= limits.poll.maxOptions ? null : (
        <Button variant="quiet" icon={<Plus size={18} aria-hidden="true" />} onClick={add}>
          Add an answer
        </Button>
      )}
    </FieldGroup>
  );
}

/** The form fields of a poll. */
export function PollFields(props: PollFieldsProps) {
  const { poll, set, errors, fixed } = props;
  return (
    <Stack>
      {fixed ? (
        <Notice>
          People have voted, so you can’t change the question or answers. You can still change when the poll
          ends.
        </Notice>
      ) : null}
      <TextInput
        label="Question"
        maxLength={limits.text.title}
        disabled={fixed}
        error={errors.question}
        value={poll.question}
        onChange={(event) => set({ question: event.target.value })}
      />
      <Replies {...props} />
      <Checkbox
        label="Allow multiple answers"
        disabled={fixed}
        checked={poll.multiple}
        onChange={(event) => set({ multiple: event.target.checked })}
      />
      <Select
        label="Show results"
        options={visibilities}
        disabled={fixed}
        value={poll.resultsVisible}
        onChange={(event) => set({ resultsVisible: event.target.value as PollValues['resultsVisible'] })}
      />
      <Row gap={12} top>
        <Checkbox
          label="Poll ends"
          hint="People can change their vote until then."
          checked={poll.ends}
          onChange={(event) => set({ ends: event.target.checked })}
        />
        {poll.ends ? (
          <DateField
            kind="datetime"
            label="End date"
            hint={`Your time (${timeZone()})`}
            error={errors.endsAt}
            value={poll.endsAt}
            onChange={(endsAt) => set({ endsAt })}
          />
        ) : null}
      </Row>
    </Stack>
  );
}
