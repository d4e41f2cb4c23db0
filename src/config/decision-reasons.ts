/** Reasons that operators choose from and then adapt to the case. */
export interface DecisionReason {
  readonly key: string;
  readonly label: string;
  readonly ground: 'illegal' | 'terms';
  readonly rule: string;
  readonly facts: string;
}

export const decisionReasons: readonly DecisionReason[] = [
  {
    key: 'spam',
    label: 'Spam or scam',
    ground: 'terms',
    rule: 'Terms of service: no spam, scams or misleading offers',
    facts: 'It advertises something unrelated, repeats the same content, or misleads people about an offer.',
  },
  {
    key: 'harassment',
    label: 'Harassment',
    ground: 'terms',
    rule: 'Terms of service: no harassment, bullying or threats',
    facts: 'It attacks or insults a person.',
  },
  {
    key: 'hate',
    label: 'Hate speech',
    ground: 'illegal',
    rule: 'Laws against incitement to hatred',
    facts: 'It calls for hatred or violence against people because of who they are.',
  },
  {
    key: 'copyright',
    label: 'Stolen content',
    ground: 'illegal',
    rule: 'Copyright law',
    facts: 'It was published without the consent of whoever holds the rights.',
  },
  {
    key: 'consent',
    label: 'Shared without consent',
    ground: 'illegal',
    rule: 'Laws protecting privacy and the right to one’s own image',
    facts: 'It shows a person who didn’t agree to its publication.',
  },
  {
    key: 'minor',
    label: 'Concerns a minor',
    ground: 'illegal',
    rule: 'Laws protecting minors',
    facts: 'It shows or concerns a person who may be underage.',
  },
  {
    key: 'impersonation',
    label: 'Impersonation',
    ground: 'terms',
    rule: 'Terms of service: one’s own identity only',
    facts: 'The account or its content pretends to be another person.',
  },
  {
    key: 'off-site',
    label: 'Payments outside the site',
    ground: 'terms',
    rule: 'Terms of service: payments only through the site',
    facts: 'It asks people to pay outside the site.',
  },
];
