/** The reason of an abort that keeps what has arrived: the page is left, rather than the upload canceled. */
export const leftPage = 'left the page';
