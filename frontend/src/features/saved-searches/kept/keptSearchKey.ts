/** Part of the first screen, which only asks whether there is one. */
export const keptSearchKey = 'searchToSave';
