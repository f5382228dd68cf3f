import { authTexts } from './auth.texts.ts';

const [worksWithHub, plugAndTrack, zeroSetup] = authTexts.promisePoints;

/** Words of the landing page (portal.md §1). */
export const landingTexts = {
  product: 'Trace',
  headline: ['Know the', 'moment it moves.'],
  lead: 'Trackers and alarm hubs, in one place. Your installer fits it in minutes; you see where your things are and get told when something is wrong.',
  user: "I'm a User",
  installer: "I'm an Installer",
  login: 'Login',
  support: authTexts.supportLogin,
  start: 'Start',
  pointsLabel: 'Why Trace',
  points: [
    { title: worksWithHub, text: 'Link a tracker to the alarm hub, and a panic press arrives with a live position.' },
    { title: plugAndTrack, text: 'Power it, check the serial number, done. No app to pair and nothing to flash.' },
    { title: zeroSetup, text: 'Installers assign a device by e-mail. It is there the next time you sign in.' },
  ],
  sample: {
    name: 'Work ute',
    serial: 'Trace_4F21',
    status: 'Online',
    seen: 'Last seen just now',
    at: '-33.868800, 151.209300',
  },
  consentTitle: 'You decide who sees where.',
  consentText:
    'An installer can ask for a location for 5 to 60 minutes. You approve or deny, and access ends on time by itself.',
  consentLogged: 'Every access is logged.',
  steps: [
    {
      title: 'The installer registers the device',
      text: 'The serial number is checked against the registry before anything is saved.',
    },
    { title: 'You receive it by e-mail', text: 'Sign in, and the device is already named and on your map.' },
    {
      title: 'Ping it, or follow it live',
      text: '30 pings a day on the free plan. Live tracking and the 24-hour path with Premium.',
    },
  ],
  legalLabel: 'Legal and support',
  terms: 'Terms',
  privacy: 'Privacy',
} as const;
