import { type CreatorPlan, ask, followers, photo, sold, soldOrSubscribed, subscribers, words } from './plan.ts';

export const kitchen: readonly CreatorPlan[] = [
  {
    username: 'saltandsorrel', name: 'Priya Nair', country: 'IN', languages: ['en', 'ml'], monthly: 699, palette: 'citrus', cover: 'table', look: { cut: 'tail', skin: 3, hair: 'black', glasses: false }, appeal: 0.95, categories: ['cooking', 'food'],
    bio: 'Weeknight food from Kochi with too much coconut. One tested recipe a week, and what went wrong the first time.',
    posts: [
      photo('Roasted pumpkin soup, finished with tamarind. It tastes like the week the rain stops.', ['table'], { pinned: true }),
      photo('Recipe 32: the green pasta everybody asked about. Weights, timings and the one step you must not skip.', ['table', 'table'], subscribers),
      words('If a recipe says ten minutes for onions, it is lying to you. Give them twenty-five and something to listen to.'),
      ask('You decide what I cook on Sunday.', { question: 'Sunday lunch?', options: ['Fish curry with raw mango', 'Lemon rice and three pickles', 'A very large salad'], resultsVisible: 'always', openDays: 3 }),
      photo('Citrus for breakfast because I could not choose.', ['table'], { shape: 'square' }),
      photo('The whole pantry guide: forty jars, what they are for, how long they last.', ['table', 'table', 'leaves'], sold(90)),
      words('Tested the bread four times. The fourth is the recipe; the first three were dinner.', followers),
      photo('Table for nine, chairs for six. It worked.', ['table'], { shape: 'tall' }),
    ],
  },
  {
    username: 'crumb.and.crust', name: 'Matteo Ricci', country: 'IT', languages: ['it', 'en'], monthly: 499, palette: 'sand', cover: 'table', look: { cut: 'bald', skin: 1, hair: 'brown', beard: true, glasses: true }, appeal: 0.6, categories: ['baking', 'food'],
    bio: 'Baker in Bologna, awake at three. Sourdough without mysticism: flour, water, time, a thermometer.',
    posts: [
      photo('Seventy per cent hydration, a cold night in the fridge, scored with a razor that should have been changed.', ['table']),
      words('The starter is not your child. If you forget it for a week it will sulk, and then it will be fine.'),
      photo('The timetable I use for a normal working day, hour by hour.', ['table', 'cups'], subscribers),
      photo('Focaccia, three thicknesses, same dough.', ['table', 'table'], { shape: 'square' }),
      words('We sold the last loaf at 8:40 this morning. Thank you. Sorry.', followers),
      photo('The formula sheet for all nine breads we bake, scaled to one oven tray.', ['table', 'table'], soldOrSubscribed(80)),
    ],
  },
  {
    username: 'thirdwave.notes', name: 'Lucía Fernández', country: 'CO', languages: ['es', 'en'], monthly: 399, free: true, palette: 'terracotta', cover: 'cups', look: { cut: 'long', skin: 3, hair: 'brown', glasses: false }, appeal: 0.5, categories: ['coffee', 'food'],
    bio: 'Coffee from the farm’s side of the cup. Free to follow along; the roast logs are for the curious.',
    posts: [
      photo('First pour of the new harvest. Panela, orange peel, a little smoke.', ['cups']),
      photo('Three brews of one bean: coarse, fine and foolish.', ['cups', 'cups'], { shape: 'square' }),
      words('Water first. If your water tastes of nothing good, no grinder will save you.'),
      words('Rain on the drying beds for the third day. We turn the beans every hour and say kind things to the sky.', followers),
      photo('Roast log 118, with the curve and my notes in the margin.', ['cups', 'desk'], subscribers),
      ask('A small experiment, with a real bag of coffee for one of you.', { question: 'Which process do you like best?', options: ['Washed', 'Honey', 'Natural', 'I only know that it is brown'], openDays: 12 }),
    ],
  },
  {
    username: 'greenhouse.nine', name: 'Noor Haddad', country: 'JO', languages: ['ar', 'en'], monthly: 549, palette: 'forest', cover: 'leaves', look: { cut: 'curls', skin: 2, hair: 'brown', glasses: true }, appeal: 0.66, categories: ['plants', 'garden'],
    bio: 'Ninth floor, no garden, three hundred plants. What survives a dry balcony, and how to tell the others gently.',
    posts: [
      photo('The big one unrolled a new leaf overnight. I have measured it twice and told the neighbours.', ['leaves'], { pinned: true }),
      photo('Light map of my flat, with what grows where. Yours will differ; the method won’t.', ['leaves', 'leaves'], subscribers),
      words('Yellow leaf, wet soil: stop. Yellow leaf, dry soil: start. That is most of it.'),
      photo('Morning rounds.', ['leaves', 'leaves', 'leaves'], { shape: 'square' }),
      words('Gave away forty cuttings in the lift today.', followers),
      photo('The propagation calendar, month by month, to print and hang.', ['leaves'], sold(50)),
    ],
  },
];
