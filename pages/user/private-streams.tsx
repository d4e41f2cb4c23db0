import {
  OwnPrivateStreamsView,
  privateStreamQuestions,
} from '#features/talk/live/private/own-private-streams-view.tsx';
import { loadAnswers } from '#shell/access/load-answers.ts';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(
  OwnPrivateStreamsView,
  { authenticate: true },
  loadAnswers(privateStreamQuestions),
);
