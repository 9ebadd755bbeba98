use super::*;
use crate::testing::samples::{
    ADMIN, APPLICATION, LANDLORD, OTHER_LANDLORD, STUDENT, landlord_view, listing, listing_view,
};

fn view() -> ListingView {
    ListingView {
        application: Some((APPLICATION, Decision::Pending)),
        ..listing_view(listing(ListingStatus::Available))
    }
}

#[test]
fn owner_and_administrators_see_the_views_and_the_landlords_name() {
    for reader in [LANDLORD, ADMIN] {
        let seen = view().for_reader(Some(reader));
        assert_eq!(seen, ListingView { application: None, ..view() }, "{reader:?}");
    }
}

#[test]
fn everybody_else_sees_neither() {
    let public = LandlordView { last_name: "H".to_owned(), ..landlord_view() };
    for reader in [None, Some(OTHER_LANDLORD), Some(STUDENT)] {
        let seen = view().for_reader(reader);
        assert_eq!((seen.views, seen.landlord), (None, public.clone()), "{reader:?}");
    }
}

#[test]
fn a_students_own_application_is_for_students() {
    assert_eq!(view().for_reader(Some(STUDENT)).application, view().application);
    for reader in [None, Some(OTHER_LANDLORD), Some(LANDLORD), Some(ADMIN)] {
        assert_eq!(view().for_reader(reader).application, None, "{reader:?}");
    }
}

#[test]
fn a_name_of_letters_that_take_several_bytes_is_cut_between_letters() {
    let landlord = LandlordView { last_name: "Özdemir".to_owned(), ..landlord_view() };
    assert_eq!(landlord.for_public().last_name, "Ö");
}
