/** Comments that fit any creator's content, and the creator's replies to them. */
export const remarks: readonly string[] = [
  'I keep coming back to this one.',
  'This is exactly what I needed today.',
  'How long did this take you?',
  'The second one is my favourite.',
  'I tried this at home and it almost worked.',
  'More of this, please.',
  'You make it look easy. It is not.',
  'Saved this for the weekend.',
  'My daughter asked me to show her this twice.',
  'What would you do differently now?',
  'I never thought about it that way.',
  'This made my commute better.',
  'Is there a longer version somewhere?',
  'Quietly wonderful.',
  'The patience in this.',
  'I learned more here than in a whole course.',
  'Where do you find the time?',
  'Showed this to my neighbour, who now follows you too.',
  'Please never stop explaining the small things.',
  'That light.',
  'I read it twice and then went for a walk.',
  'Would you sell a print of this?',
  'Same here, only with more mess.',
  'Thank you for showing the failures as well.',
];
export const replies: readonly string[] = [
  'Thank you. That means a lot.',
  'Longer than I would like to admit.',
  'There will be more next week.',
  'Send me yours when it works.',
  'I would start earlier and stop sooner.',
  'Good question, I’ll write about that.',
  'Ha, mine too.',
  'Soon, I promise.',
];
/** Comments on the demo creator's newest posts, in order of time, with a reply to the first. */
export const underDemoPosts: readonly {
  readonly said: readonly string[];
  readonly answer: string;
  readonly pinned?: number;
}[] = [
  {
    said: [
      'Which film is this? The shadows are so soft.',
      'I stood there last winter and saw nothing of this.',
      'Printed small it would still be huge.',
    ],
    answer: 'Portra 400, rated at 200. Give it light and it forgives you everything.',
    pinned: 0,
  },
  {
    said: ['Number 14 on the sheet. Please.', 'I love seeing the ones that didn’t make it.'],
    answer: 'Number 14 is in the book, promised.',
  },
  {
    said: [
      'I needed to read this before I bought another lens.',
      'The road near my house is very ugly and I am going tomorrow.',
    ],
    answer: 'Ugly roads have the best weather.',
  },
  {
    said: ['The third morning is the one.', 'Same rock, four different seas.'],
    answer: 'The third morning was the coldest. I nearly went home.',
  },
  {
    said: ['The boat, no question.', 'Fog. It is always fog with you, and I mean that kindly.'],
    answer: 'It is. I’ll take it as a vote.',
  },
];
