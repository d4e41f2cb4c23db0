import { type Creator, type Fan, creatorNamed, demoFan, fanNamed } from '../cast.ts';
import { tipDaysAgo } from '../money.ts';

/** Indexes of the creator's photos, and their price in tokens if they are sold. */
interface Shown {
  readonly shown: readonly number[];
  readonly price?: number;
}
export type Attached =
  | Shown
  /** A voice message. */
  | { readonly voice: 'guitar' | 'piano' }
  /** The fan's last tip to the creator, in tokens. The line's text is its note. */
  | { readonly tip: number };
/** Sender, minutes before seeding, text, and attachments. */
type Line = readonly [who: 'fan' | 'creator', minutesAgo: number, text: string, attached?: Attached];
export interface Talk {
  readonly fan: Fan;
  readonly creator: Creator;
  /** How many of the last messages the other side hasn't read. */
  readonly unread: number;
  readonly lines: readonly Line[];
  /** By line index: the recipient's reaction, the line it replies to, and whether it was edited. */
  readonly said?: Readonly<Record<number, Said>>;
  /** How the creator has organized it. */
  readonly organized?: 'pinned' | 'muted' | 'archived';
}
export interface Said {
  readonly reaction?: 'heart' | 'like' | 'laugh' | 'fire';
  readonly replyTo?: number;
  readonly isEdited?: boolean;
}

export const hour = 60;
const day = 24 * hour;

/** What people wrote to each other. */
export const talks: readonly Talk[] = [
  {
    fan: demoFan,
    creator: creatorNamed('clay.and.ash'),
    unread: 2,
    said: { 1: { reaction: 'heart' }, 3: { reaction: 'laugh' }, 4: { replyTo: 3, isEdited: true } },
    lines: [
      ['fan', 9 * day, 'The mug arrived in one piece. You are right about the handle.'],
      ['creator', 9 * day - 40, 'Glad to hear it. Wait until January.'],
      ['fan', 8 * day, 'Is the ash glaze safe for the dishwasher?'],
      ['creator', 8 * day - 25, 'It is. It will outlive the dishwasher.'],
      ['fan', 7 * day, 'Then the next one goes in there, too.'],
      [
        'creator',
        3 * hour,
        'I put two bowls aside from this morning’s firing, the weak-tea ones.',
        { shown: [2] },
      ],
      [
        'creator',
        3 * hour - 2,
        'Shall I keep one for you until Friday? The whole shelf, photographed for you:',
        { shown: [5, 6, 3], price: 60 },
      ],
    ],
  },
  {
    fan: demoFan,
    creator: creatorNamed('demo-creator'),
    unread: 1,
    said: { 1: { reaction: 'like' }, 2: { reaction: 'heart' }, 4: { reaction: 'laugh' } },
    lines: [
      ['fan', 4 * day, 'Which film was the one in fog on? The shadows are lovely.'],
      ['creator', 4 * day - 90, 'Tri-X, one stop over. The soft greys are mostly the fog’s doing.'],
      ['fan', tipDaysAgo * day, 'For the next roll', { tip: 50 }],
      ['fan', 3 * day, 'Then I need more fog.'],
      ['creator', 2 * day, 'Come in November. We export it. This is what it sounds like from here:'],
      ['creator', 2 * day - 2, '', { voice: 'piano' }],
      ['fan', 45, 'Booked the train. Which road should I walk first?'],
    ],
  },
  {
    fan: demoFan,
    creator: creatorNamed('slowstrings'),
    unread: 1,
    said: { 1: { reaction: 'fire' }, 2: { replyTo: 1 } },
    lines: [
      ['fan', 30 * hour, 'My take of this week’s piece. Please be kind to bar four.'],
      ['fan', 30 * hour - 3, '', { voice: 'guitar' }],
      ['creator', 8 * hour, 'Bar four is fine. You only hurry because you’re afraid of it.'],
    ],
  },
  {
    fan: demoFan,
    creator: creatorNamed('saltandsorrel'),
    unread: 1,
    lines: [
      ['fan', 2 * day, 'Made the soup with lime because I had no tamarind. Am I forgiven?'],
      ['creator', 2 * day - 15, 'Lime is a cousin. Forgiven.'],
      ['creator', 5 * hour, 'There is a rasam coming on Sunday that forgives everything.'],
    ],
  },
  {
    fan: demoFan,
    creator: creatorNamed('runwithines'),
    unread: 0,
    lines: [
      ['fan', 6 * day, 'I walked two of the eight intervals. Does it still count?'],
      ['creator', 6 * day - 200, 'It counts double. Walking when the plan says walk is the hardest part.'],
      ['fan', 5 * day, 'Then I am ahead.'],
    ],
  },
  {
    fan: fanNamed('Amelia Stone'),
    creator: creatorNamed('demo-creator'),
    organized: 'pinned',
    unread: 1,
    lines: [
      ['creator', 12 * day, 'Thank you for staying a second year.'],
      ['fan', 12 * day - 300, 'Where else would I get my fog?'],
      ['fan', 80, 'Will the zine ship abroad?'],
    ],
  },
  {
    fan: fanNamed('Freya Holm'),
    creator: creatorNamed('demo-creator'),
    unread: 2,
    lines: [
      ['fan', 20 * hour, 'Frame 12 on the contact sheet. Please say it made the book.'],
      ['fan', 20 * hour - 3, 'The one with the gull.'],
    ],
  },
  {
    fan: fanNamed('Karim Said'),
    creator: creatorNamed('demo-creator'),
    organized: 'muted',
    unread: 0,
    lines: [
      ['fan', 5 * day, 'How do you scan yours? Mine come out grey.'],
      ['creator', 5 * day - 120, 'Flat, sixteen bits, and then I take the grey out by hand.'],
      ['fan', 5 * day - 140, 'Thank you. That explains a lot.'],
    ],
  },
  {
    fan: fanNamed('Yara Costa'),
    creator: creatorNamed('demo-creator'),
    unread: 0,
    lines: [
      ['fan', 3 * day, 'The night roll is my favourite thing this year.'],
      [
        'creator',
        3 * day - 60,
        'Two stops and a great deal of luck. Three frames that didn’t make the cut:',
        { shown: [7, 8, 11], price: 80 },
      ],
    ],
  },
  {
    fan: fanNamed('Henrik Dahl'),
    creator: creatorNamed('demo-creator'),
    unread: 3,
    lines: [
      ['fan', 7 * hour, 'I found a Rolleiflex in my aunt’s attic.'],
      ['fan', 7 * hour - 1, 'The shutter sticks at a tenth.'],
      ['fan', 6 * hour, 'Worth repairing?'],
    ],
  },
  {
    fan: fanNamed('Grace Mwangi'),
    creator: creatorNamed('demo-creator'),
    organized: 'archived',
    unread: 0,
    lines: [
      ['fan', 10 * day, 'First roll developed in the bathtub. Eleven out of thirty-six.'],
      ['creator', 10 * day - 400, 'Eleven is a triumph. My first was none.'],
    ],
  },
];
