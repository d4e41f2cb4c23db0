import { CalendarView } from '#features/posts/calendar/calendar-view.tsx';
import { privatePage } from '#shell/access/private-page.ts';

export default privatePage(CalendarView, { authenticate: true, onlyPerformer: true });
