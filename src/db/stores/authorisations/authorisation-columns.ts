/** The columns of authorisations that the operations know. */
import { getTableColumns } from 'drizzle-orm';
import { authorisations } from '../../tables/authorisations.ts';

const { recordedAt: _, ...known } = getTableColumns(authorisations);
export const authorisationColumns = known;
