import { list, read, write } from '../http/endpoints.ts';
import { guarded } from '../http/with-captcha.ts';

/** In seconds. Reference lists don't change while a page is open. */
const anHour = 3_600;

export const getPublicSettings = read('GET /settings/public');
/** Some settings only, for pages whose limits may be older than the operator’s last change. */
export const getSettingsByKeys = read('POST /settings/keys');
export const checkCountryBlock = read('GET /block/countries/check');
export const sendContact = guarded(write('POST /contact'));
export const listCountries = read('GET /countries/list', { keepSeconds: anHour });
export const listLanguages = read('GET /languages/list', { keepSeconds: anHour });
export const listPhoneCodes = read('GET /phone-codes/list', { keepSeconds: anHour });
export const getProfileChoices = read('GET /user-additional', { keepSeconds: anHour });
export const listStates = read('GET /states/:country', { keepSeconds: anHour });
export const listCities = read('GET /cities/:country/:state');
export const listSitePosts = list('GET /posts/search', { by: 'offset' });
export const getSitePost = read('GET /posts/:id');
export const listPromos = read('GET /site-promo/search');
