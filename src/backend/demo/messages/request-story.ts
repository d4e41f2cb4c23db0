import { openConversationWith } from '../../domain/talk/messages/conversations.ts';
import { setFirstMessageSettings } from '../../domain/talk/messages/requests/settings.ts';
import { sendMessage } from '../../domain/talk/messages/sending.ts';
import { type Creator, type Fan, creatorNamed, demoFan, fanNamed } from '../cast.ts';
import { type Happening, as, before, minutes } from '../past.ts';

/** Creates a token purchase by a fan at a given time; the amount is in cents. */
type TopUp = (fan: Fan, at: Date, amount: number) => Happening;

/** What the demo fan's request costs, in tokens. */
export const requestPrice = 30;
const hour = 60;

/** The creator asks before someone new may write, from then on for a price in tokens. */
const asks = (creator: Creator, at: Date, firstMessagePrice: number): Happening => ({
  at,
  perform: async (ctx) => {
    const viewer = { ...as(ctx, creator).viewer, isPerformer: true };
    await setFirstMessageSettings(
      { ...ctx, viewer },
      { writeFirst: 'everyone', asksFirst: true, firstMessagePrice },
    );
  },
});

interface Request {
  readonly to: Creator;
  readonly at: Date;
  readonly price: number;
  readonly text: string;
}
const request = (fan: Fan, { to, at, price, text }: Request): Happening => ({
  at,
  perform: async (ctx) => {
    const viewer = as(ctx, fan);
    const { _id } = await openConversationWith(viewer, { source: 'performer', sourceId: to.id });
    await sendMessage(viewer, _id, { text, files: [], price: 0, expectedPrice: price });
  },
});

/** Requests that wait: a free and a paid one for the demo creator, and the demo fan's own. */
export function requestStory(today: Date, topUp: TopUp): Happening[] {
  const [mara, elif] = [creatorNamed('demo-creator'), creatorNamed('northlight')];
  const tariq = fanNamed('Tariq Mahmood');
  const ago = (minutesAgo: number) => before(today, minutes(minutesAgo));
  return [
    asks(mara, ago(40 * hour), 0),
    asks(elif, ago(40 * hour), requestPrice),
    topUp(tariq, ago(30 * hour), 500),
    request(demoFan, {
      to: elif,
      at: ago(20 * hour),
      price: requestPrice,
      text: 'Would you give a weekend course for six beginners? We would bring the cake.',
    }),
    request(fanNamed('Isla Grant'), {
      to: mara,
      at: ago(9 * hour),
      price: 0,
      text: 'Hello Mara, I run a small gallery in Aberdeen. Could six of your fog pictures spend March with us?',
    }),
    asks(mara, ago(6 * hour), 20),
    request(tariq, {
      to: mara,
      at: ago(2.5 * hour),
      price: 20,
      text: 'Could you look at my first roll? Three frames, five minutes, and please be honest.',
    }),
  ];
}
