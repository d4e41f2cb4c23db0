import type { DeskPerson } from '#contract/across/operator/people.ts';
import type { DeskAction } from '../parts/action-dialog.tsx';
import { formatPersonName } from '../parts/person-link.tsx';

type Words = Omit<DeskAction, 'act'>;
export type PersonAction = 'suspend' | 'ban' | 'withdraw-ban' | 'restore' | 'remove-second-factor';
/** What needs a reason, but no statement of reasons. */
export type ReasonedAction = Exclude<PersonAction, 'suspend' | 'ban'> | 'confirm-ban';

/** For how many days an account can be suspended. Longer is a ban. */
const days = [1, 3, 7, 14, 30, 90, 180, 365];
export const dayOptions = days.map((each) => ({
  value: String(each),
  label: each === 1 ? '1 day' : each === 365 ? '1 year' : `${each} days`,
}));

/** The end of a suspension that begins now. */
export const endAfter = (chosen: string, now: number): string =>
  new Date(now + Number(chosen) * 86_400_000).toISOString();

/** What is said before an account is suspended or banned. */
export function suspensionWords(person: DeskPerson, action: 'suspend' | 'ban') {
  const name = formatPersonName(person);
  if (action === 'suspend')
    return {
      title: `Suspend ${name}?`,
      text: 'They can’t log in and their page is hidden until it ends. They get the reasons by email and can appeal.',
      confirmLabel: 'Suspend account',
      done: `${name} is suspended`,
    };
  if (person.bansNeedTwo)
    return {
      title: `Propose to ban ${name}?`,
      text: 'A ban needs two operators. Nothing happens until another one confirms it.',
      confirmLabel: 'Propose ban',
      done: 'Ban proposed',
    };
  return {
    title: `Ban ${name}?`,
    text: 'They can’t log in and their page is hidden until an operator lifts it. They get the reasons by email and can appeal.',
    confirmLabel: 'Ban account',
    done: `${name} is banned`,
  };
}

/** What is asked before something else is done to an account. */
export function personWords(person: DeskPerson, action: ReasonedAction): Words {
  const name = formatPersonName(person);
  const words: Readonly<Record<ReasonedAction, Words>> = {
    'confirm-ban': {
      title: `Ban ${name}?`,
      text: 'Another operator proposed it. They can’t log in and their page is hidden until an operator lifts it. They get the reasons by email and can appeal. Your own reason is for the audit log.',
      confirmLabel: 'Ban account',
      isDanger: true,
      done: `${name} is banned`,
    },
    restore: {
      title: `Lift the suspension of ${name}?`,
      text: 'They can log in again, and we email them about it. The reason is for the audit log.',
      confirmLabel: 'Lift suspension',
      canned: ['Their appeal was right.', 'It was a mistake.'],
      done: `${name} can log in again`,
    },
    'remove-second-factor': {
      title: `Remove two-factor authentication of ${name}?`,
      text: 'Do this only once you’re sure it’s them. They can then log in with only their password, and we email them about it. The reason is for the audit log.',
      confirmLabel: 'Remove two-factor authentication',
      canned: [
        'They proved their identity with an ID.',
        'They confirmed their last payments and wrote from their email address.',
      ],
      isDanger: true,
      done: 'Two-factor authentication removed',
    },
    'withdraw-ban': {
      title: 'Withdraw the proposed ban?',
      text: 'The account stays as it is.',
      confirmLabel: 'Withdraw',
      isDanger: true,
      done: 'Proposal withdrawn',
    },
  };
  return words[action];
}

/** What is said before a note is kept. */
export const noteWords = (person: DeskPerson): Words => ({
  title: `Add a note about ${formatPersonName(person)}`,
  text: 'Only operators see it, in the timeline. It can’t be changed or removed later.',
  label: 'Note',
  confirmLabel: 'Add note',
  done: 'Note added',
});
