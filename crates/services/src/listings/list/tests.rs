use super::*;
use crate::paging::SortDirection;
use crate::testing::MockPorts;
use crate::testing::samples::{ADMIN, LANDLORD, listing, listing_summary};

const SORT: Sort<ListingSortField> = Sort { by: ListingSortField::LastModified, direction: SortDirection::Descending };
const PAGE: PageRequest = PageRequest { page: 1, size: 10 };

#[tokio::test]
async fn landlords_manage_their_own_and_administrators_everybodys() {
    for (actor, landlord) in [(LANDLORD, Some(LANDLORD.user_id)), (ADMIN, None)] {
        let statuses = vec![ListingStatus::Draft, ListingStatus::Available];
        let keyword = Some("münchen".to_owned());
        let expected =
            ListingFilter { landlord, keyword: keyword.clone(), statuses: statuses.clone(), sort: SORT, page: PAGE };
        let found = Page { rows: vec![listing_summary(listing(ListingStatus::Draft))], total: 11 };
        let answer = found.clone();
        let mut ports = MockPorts::default();
        ports
            .listings
            .expect_list_listings()
            .once()
            .withf(move |filter| *filter == expected)
            .return_once(move |_| Ok(answer));
        let request = ListRequest { keyword, statuses, sort: SORT, page: PAGE };
        assert_eq!(list(&ports.build(), actor, request).await.unwrap(), found);
    }
}
