import sharp from 'sharp';
import { createCompany, getOwnCompany, uploadLogo } from '@trace/contract/companies/companies.api';
import type { RunningServer } from '../server.ts';
import { actAs } from './demo-client.ts';
import type { DemoPerson } from './demo-people.ts';

const details = {
  name: 'Harbour Alarms',
  email: 'help@harbour-alarms.example',
  phone: '+358 9 5550 1234',
  website: 'https://harbour-alarms.example',
  abnAcn: null,
  address: null,
};

/** A lighthouse over the sea. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
<rect width="256" height="256" fill="#14304a"/>
<path d="M88 74 20 52v44zM168 74l68-22v44z" fill="#f3c969"/>
<path d="M104 58h48v32h-48zM100 96h56l14 96H86z" fill="#ffffff"/>
<path d="M98 52h60l-30-24z" fill="#ffffff"/>
<path d="M95 130h66l4 28H91z" fill="#c2553f"/>
<path d="M24 214c26-16 52-16 78 0s52 16 78 0 36-14 52-6" fill="none" stroke="#8fd0da" stroke-width="12" stroke-linecap="round"/>
</svg>`;

/** Creates the installer's company through the public API, so that users see a contact to call. */
export async function foundCompany(
  server: Pick<RunningServer, 'ownUrl'>,
  people: readonly DemoPerson[],
): Promise<void> {
  await actAs(
    server,
    people.find(({ role }) => role === 'installer')!,
    async (api) => {
      // Resumes a first start that was interrupted.
      const { own } = await api.call(getOwnCompany, {});
      if (own !== null) return;
      const logo = await sharp(Buffer.from(LOGO)).png().toBuffer();
      const { logoId } = await api.call(uploadLogo, { body: new Uint8Array(logo) });
      await api.call(createCompany, { body: { ...details, logoId } });
    },
  );
}
