// The rule for every name that a person types: of people, businesses, companies and devices. Names stand in emails and on
// the screens of others.

/** Control characters, and marks that change the direction of the surrounding text. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Characters without a shape of their own, such as U+200B or U+3164, which counts as a letter. */
const SHAPELESS = /\p{Default_Ignorable_Code_Point}/gu;

/** The endings that mail programs turn into links. Other endings, as in `St.John`, belong to names. */
const ENDINGS = [
  '[a-z]{2}|com|net|org|info|biz|app|dev|xyz|site|online|shop|store|link|click|top|club|live|news|page|web|cloud|example',
  // Endings that fit a message in the name of the portal.
  'pro|tech|support|help|care|email|service|services|space|website|host|digital|zip|mobi|security|center|company|agency',
  'team|group|global|network|systems|solutions|technology|software|today|world|life|vip|icu|cyou|buzz|bond|sbs|work',
].join('|');

const LINK = new RegExp(`://|\\bwww\\.|[\\p{L}\\p{N}]\\.(?:${ENDINGS})(?![\\p{L}\\p{N}])`, 'iu');

/** True for a single line without characters that nobody sees. */
export const isPlainLine = (text: string): boolean => !UNSEEN.test(text);

/** True when a reader sees at least one letter or digit. */
export const hasVisibleLetter = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(SHAPELESS, ''));

/** True when a mail program would make a link of the text. */
export const hasLink = (text: string): boolean => LINK.test(text.normalize('NFKC').replace(SHAPELESS, ''));
