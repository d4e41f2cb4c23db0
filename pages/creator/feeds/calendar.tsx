import { CalendarView } from '#features/content/posts/calendar/calendar-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(CalendarView, { authenticate: true, onlyPerformer: true });
