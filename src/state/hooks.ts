import { useDispatch, useSelector, useStore } from 'react-redux';
import type { Api } from '#services/http/api.ts';
import type { AppDispatch, AppStore, RootState } from './store.ts';

export const useAppSelector = useSelector.withTypes<RootState>();
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppStore = useStore.withTypes<AppStore>();
/** For calls that are neither state nor queries, such as uploads with progress. */
export const useApi = (): Api => useAppStore().deps.api;
