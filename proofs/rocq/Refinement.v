(** Every step of a list is a step of the contract. *)
From Lists Require Export Contract Counts.

Section Refinement.
Context {E : Type} {d : design E} {g : geometry} {D : sound_design d g}.
Implicit Types (s : state E) (k j : key).

Lemma same_spec k j : reflect (k = j) (same k j).
Proof.
  destruct k as [i a], j as [h b]. unfold same. cbn.
  destruct (Z.eqb_spec i h), (Z.eqb_spec a b); constructor; congruence.
Qed.

Lemma same_refl k : same k k = true.
Proof. destruct (same_spec k k); congruence. Qed.

Lemma found_eq s s' k :
  (forall e, get (contents s') (fst k) = Some (Has e (snd k)) <-> get (contents s) (fst k) = Some (Has e (snd k))) ->
  found s' k = found s k.
Proof.
  intros H. destruct (found s k) as [e|] eqn:F.
  - apply found_spec, H, found_spec, F.
  - destruct (found s' k) as [e|] eqn:F'; auto. apply found_spec, H, found_spec in F'. congruence.
Qed.

Lemma keeps_found s s' k : keeps s s' -> found s' k = found s k.
Proof. intros (_ & _ & H). apply found_eq. intros e. apply H. Qed.

(** * Moves *)

Lemma insert_found s e j : sane g s ->
  found (fst (insert d s e)) j = with_entry (found s) (snd (insert d s e)) (Some e) j /\
    found s (snd (insert d s e)) = None.
Proof.
  intros S. destruct (insert_cases e S) as (s1 & i & ps & _ & S1 & _ & _ & C & _ & K & ->). cbn [fst snd].
  destruct (taken_some e 0 (tiles S1) K) as (_ & R & U & _). rewrite C in U. unfold with_entry. split.
  - unfold found. cbn [contents]. destruct (same_spec j (i, next_id s)) as [-> | N].
    + cbn. now rewrite get_set_same, Z.eqb_refl by lia.
    + destruct j as [h id]. cbn [fst snd]. destruct (Z.eq_dec i h) as [<- | M].
      * rewrite get_set_same by lia. destruct (Z.eqb_spec (next_id s) id); [congruence|].
        destruct (get (contents s) i) as [[x y|?]|] eqn:G; auto. exfalso. apply U. now exists x, y.
      * now rewrite get_set_other.
  - destruct (found s (i, next_id s)) eqn:F; auto. apply found_spec in F. exfalso. apply U. cbn in F. eauto.
    now exists e0, (next_id s).
Qed.

Lemma vacate_found s k e j : sane g s -> found s k = Some e ->
  found (vacate d s (fst k)) j = with_entry (found s) k None j.
Proof.
  intros S F. apply found_spec in F. destruct (vacate_sane _ S F) as (_ & K & _). rewrite (keeps_found _ K).
  unfold with_entry. pose proof (sane_inside _ S F) as [R _]. unfold found. cbn [vacated contents].
  destruct (same_spec j k) as [-> | N].
  - now rewrite get_set_same.
  - destruct (Z.eq_dec (fst k) (fst j)) as [M|M]; [|now rewrite get_set_other]. rewrite <- M, get_set_same, F by auto.
    destruct (Z.eqb_spec (snd k) (snd j)); auto. destruct k, j. cbn in *. congruence.
Qed.

Lemma remove_found s k j : sane g s -> found (fst (remove d s k)) j = with_entry (found s) k None j.
Proof.
  intros S. unfold remove. destruct (found s k) as [e|] eqn:F; cbn [fst]; [eapply vacate_found; eauto|].
  unfold with_entry. destruct (same_spec j k) as [-> | N]; auto.
Qed.

Lemma remove_answers s k : snd (remove d s k) = found s k.
Proof. unfold remove. now destruct (found s k). Qed.

Lemma remove_sane s k : sane g s -> sane g (fst (remove d s k)).
Proof.
  intros S. unfold remove. destruct (found s k) as [e|] eqn:F; auto. apply found_spec in F.
  now apply vacate_sane in F.
Qed.

Lemma remove_all_found ks : forall s j, sane g s ->
  found (remove_all d s ks) j = if existsb (same j) ks then None else found s j.
Proof.
  induction ks as [|k ks IH]; intros s j S; [reflexivity|]. cbn [existsb].
  change (remove_all d s (k :: ks)) with (remove_all d (fst (remove d s k)) ks). rewrite IH by now apply remove_sane.
  rewrite remove_found by auto. unfold with_entry. destruct (same j k), (existsb (same j) ks); auto.
Qed.

Lemma replaced_found s k e e' j : found s k = Some e ->
  found (replaced s k e') j = with_entry (found s) k (Some e') j.
Proof.
  intros F. apply found_spec in F. unfold with_entry, found. cbn [replaced with_contents contents].
  assert (0 <= fst k) as R by (destruct (Z_lt_le_dec (fst k) 0); auto; rewrite get_negative in F; easy).
  destruct (same_spec j k) as [-> | N].
  - now rewrite get_set_same, Z.eqb_refl.
  - destruct (Z.eq_dec (fst k) (fst j)) as [M|M]; [|now rewrite get_set_other]. rewrite <- M, get_set_same, F by auto.
    destruct (Z.eqb_spec (snd k) (snd j)); auto. destruct k, j. cbn in *. congruence.
Qed.

Lemma changed_found s f j : found (with_contents s (each_changed f (contents s))) j = option_map f (found s j).
Proof.
  unfold found. cbn [with_contents contents]. rewrite get_each_changed.
  destruct (get (contents s) (fst j)) as [[e id|?]|]; cbn; auto. now destruct (id =? snd j).
Qed.

Lemma with_entries_same (l : list (key * E)) : forall m m' : mapping, (forall j, m j = m' j) ->
  forall j, with_entries m l j = with_entries m' l j.
Proof.
  induction l as [|x l IH]; intros m m' H; cbn; auto. apply IH. intros j. unfold with_entry.
  destruct (same j (fst x)); auto.
Qed.

Lemma insert_all_found es : forall s, sane g s ->
  let ks := snd (insert_all d s es) in
  (forall j, found (fst (insert_all d s es)) j = with_entries (found s) (combine ks es) j) /\
  length ks = length es /\ NoDup ks /\ forall k, In k ks -> found s k = None.
Proof.
  induction es as [|e es IH]; intros s S; cbn [insert_all].
  - cbn. repeat split; auto using NoDup_nil. easy.
  - destruct (insert_sane e S) as [S1 _]. pose proof (fun j => insert_found e j S) as F.
    destruct (insert d s e) as [s1 k]. cbn [fst snd] in *. specialize (IH s1 S1).
    destruct (insert_all d s1 es) as [s2 ks]. cbn [fst snd] in *. destruct IH as (F2 & L & N & O).
    split; [|split; [|split]].
    + intros j. rewrite F2. unfold with_entries at 2. cbn [combine fold_left fst snd]. apply with_entries_same.
      intros j'. apply F.
    + cbn. auto.
    + constructor; auto. intros I. apply O in I. destruct (F k) as [G _]. rewrite G in I. unfold with_entry in I.
      now rewrite same_refl in I.
    + intros j [<- | I]; [apply (F (0, 0))|]. apply O in I. destruct (F j) as [G _]. rewrite G in I.
      unfold with_entry in I. destruct (same j k); [discriminate | auto].
Qed.

(** * Iteration *)

Lemma ascending_keys (l : list (key * E)) :
  StronglySorted (fun x y => fst (fst x) < fst (fst y)) l -> NoDup (map fst l).
Proof.
  induction 1 as [|x l S IH F]; cbn; constructor; auto. intros (y & Q & I)%in_map_iff. rewrite Forall_forall in F.
  specialize (F y I). destruct x, y. cbn in *. subst. lia.
Qed.

Lemma items_list s : sane g s -> lists (found s) (items s).
Proof. intros S. split; [apply ascending_keys, items_ascend | intros k e; exact (in_items _ _ S)]. Qed.

Lemma lists_filter (m m' : mapping (E := E)) l f : lists m l ->
  (forall k e, m' k = Some e <-> m k = Some e /\ f (k, e) = true) -> lists m' (filter f l).
Proof.
  intros [N I] H. split.
  - clear I H. induction l as [|x l IH]; cbn in *; auto. inversion N; subst. destruct (f x); cbn; auto.
    constructor; auto. rewrite in_map_iff in *. intros (y & Q & Y). apply H1. exists y. split; auto.
    now apply filter_In in Y.
  - intros k e. now rewrite filter_In, I, H.
Qed.

Lemma view_spec s k e : sane g s -> found s k = Some e -> view_of (found s) k (view s (fst k)).
Proof.
  intros S F. unfold view, view_of. eexists. split; [|reflexivity].
  apply lists_filter with (found s); [now apply items_list|]. intros j x. unfold with_entry. cbn [fst].
  destruct (same_spec j k) as [-> | N].
  - rewrite Z.eqb_refl. split; [discriminate | now intros []].
  - destruct (Z.eqb_spec (fst j) (fst k)) as [M|M]; [|tauto]. split; [|now intros []]. intros G. exfalso.
    apply found_spec in F, G. rewrite M, F in G. destruct j, k. cbn in *. congruence.
Qed.

Lemma empty_items s : sane g s -> live_of s =? 0 = match items s with [] => true | _ => false end.
Proof. intros S. rewrite (live_cells_are_counted S). destruct (items s); reflexivity. Qed.

Lemma keeps_live s s' : sane g s -> sane g s' -> keeps s s' -> live_of s' = live_of s.
Proof.
  intros S S' K. rewrite (live_cells_are_counted S), (live_cells_are_counted S').
  destruct (items_list S) as [N I], (items_list S') as [N' I'].
  rewrite <- (map_length fst (items s)), <- (map_length fst (items s')). f_equal.
  apply Nat.le_antisymm; apply NoDup_incl_length; auto; intros k H; apply in_map_iff in H as ([j e] & Q & H); cbn in
    Q; subst j; apply in_map_iff; exists (k, e); split; auto.
  - apply I. rewrite <- (keeps_found k K). now apply I'.
  - apply I'. rewrite (keeps_found k K). now apply I.
Qed.

Lemma clear_live s : sane g s -> live_of (clear d s) = 0.
Proof.
  intros S. pose proof (clear_sane S) as S'. rewrite (live_cells_are_counted S').
  destruct (items (clear d s)) as [|[k e] l] eqn:X; auto. exfalso.
  assert (found (clear d s) k = Some e) as H by (apply (in_items _ _ S'); auto; rewrite X; now left).
  unfold found, clear in H. cbn [contents] in H. now rewrite get_none in H.
Qed.

Lemma with_room_found s n k : found (with_room s n) k = found s k.
Proof. unfold with_room. destruct (_ <=? _); reflexivity. Qed.

Lemma clear_found s k : found (clear d s) k = None.
Proof. unfold found, clear. cbn [contents]. now rewrite get_none. Qed.

(** * Every step *)

Lemma shrink_found s k : sane g s -> found (shrink_to_fit d s) k = found s k.
Proof. intros S. apply keeps_found, (shrink_to_fit_sane S). Qed.

Lemma exchange_found s k sought : sane g s ->
  snd (exchange s k sought) = option_map (fun e => (e, if same k sought then None else found s sought)) (found s k) /\
  forall j, found (fst (exchange s k sought)) j =
    (if has (found s) k && has (found s) sought
     then with_entry (with_entry (found s) k (found s sought)) sought (found s k) else found s) j.
Proof.
  intros S. unfold exchange, has.
  destruct (found s k) as [e|] eqn:F; cbn [option_map]; [|split; auto; now destruct (found s sought)].
  destruct (found s sought) as [e'|] eqn:G; cbn [andb]; [|split; auto; now destruct (same k sought)].
  destruct (Z.eqb_spec (fst sought) (fst k)) as [M|M]; cbn [fst snd].
  - assert (k = sought) as <-.
    { apply found_spec in F, G. rewrite M, F in G. destruct k, sought. cbn in *. congruence. }
    rewrite same_refl. split; auto. intros j. unfold with_entry. rewrite F in G.
    destruct (same_spec j k) as [-> |]; congruence.
  - assert (k <> sought) as N by congruence. destruct (same_spec k sought); [congruence|]. split; auto. intros j.
    assert (found (replaced s k e') sought = Some e') as G'.
    { rewrite (replaced_found s k (e := e)) by auto. unfold with_entry. now destruct (same_spec sought k). }
    rewrite (replaced_found _ _ (e := e')) by auto. unfold with_entry. destruct (same j sought); auto.
    rewrite (replaced_found s k (e := e)) by auto. reflexivity.
Qed.

Lemma found_looked_up s : sane g s ->
  map (fun x => found s (fst x)) (items s) = map (fun x => Some (snd x)) (items s).
Proof. intros S. apply map_ext_in. intros [k e] I. cbn. now apply (in_items _ _ S). Qed.

Lemma traversed s : sane g s -> Forall2 (fun x y => fst y = snd x /\ view_of (found s) (fst x) (snd y))
  (items s) (map (fun x => (snd x, view s (fst (fst x)))) (items s)).
Proof.
  intros S. assert (forall x, In x (items s) -> found s (fst x) = Some (snd x)) as H.
  { intros [k e] I. cbn. now apply (in_items _ _ S). }
  induction (items s) as [|x l IH]; cbn; constructor; auto with datatypes. split; auto. cbn.
  apply view_spec with (snd x); auto. apply H. now left.
Qed.

Lemma key_at_spec s i : match key_at s i with
  | Some (k, e) => fst k = i /\ found s k = Some e
  | None => forall id, found s (i, id) = None
  end.
Proof.
  unfold key_at. destruct (get (contents s) i) as [[e id|?]|] eqn:G.
  - split; auto. now apply found_spec.
  - intros id. unfold found. cbn. now rewrite G.
  - intros id. unfold found. cbn. now rewrite G.
Qed.

Lemma retained s keep : sane g s ->
  let rejected := filter (fun x => negb (keep (snd x))) (items s) in
  lists (Contract.among (found s) (fun e => negb (keep e))) rejected /\
  forall j, found (remove_all d (iteration s) (map fst rejected)) j = Contract.among (found s) keep j.
Proof.
  intros S. cbn zeta. set (rejected := filter _ _).
  assert (lists (Contract.among (found s) (fun e => negb (keep e))) rejected) as L.
  { apply lists_filter with (found s); [now apply items_list|]. intros k e. cbn [snd]. unfold Contract.among.
    destruct (found s k) as [x|]; [|split; [discriminate | now intros []]].
    destruct (keep x) eqn:K; cbn; split; try discriminate.
    - intros [[= ->] H]. rewrite K in H. discriminate.
    - intros [= ->]. now rewrite K.
    - intros [[= ->] _]. reflexivity. }
  split; auto. intros j. rewrite remove_all_found by (destruct S; now constructor). unfold Contract.among.
  change (found (iteration s) j) with (found s j). destruct (existsb (same j) (map fst rejected)) eqn:X.
  - apply existsb_exists in X as (k & I & Q). destruct (same_spec j k) as [<- |]; [|discriminate].
    apply in_map_iff in I as ([k e] & W & I). cbn in W. subst k. apply L in I. unfold Contract.among in I.
    destruct (found s j) as [x|]; [|discriminate]. now destruct (keep x).
  - destruct (found s j) as [x|] eqn:F; auto. destruct (keep x) eqn:K; auto. exfalso.
    assert (In (j, x) rejected) as I by (apply L; unfold Contract.among; now rewrite F, K).
    assert (existsb (same j) (map fst rejected) = true); [|congruence]. apply existsb_exists. exists j.
    split; [|apply same_refl]. apply in_map_iff. now exists (j, x).
Qed.

(** Whether the packed form of a key that finds an element leads back to it. *)
Definition packs s : Prop := forall k e, found s k = Some e ->
  match index_bits (options s), id_bits (options s) with
  | Some index_width, Some id_width =>
      fits index_width (fst k) && fits id_width (snd k) = true
  | _, _ => True
  end.

Lemma unpack_pack width k : 0 <= width -> fits width (fst k) = true -> unpack width (pack width k) = k.
Proof.
  intros W. unfold fits, pack, unpack. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. intros R. destruct k as [i id].
  cbn [fst snd] in *. f_equal.
  - rewrite Z.land_lor_distr_l, !Z.land_ones by auto. rewrite Z.shiftl_mul_pow2, Z.mod_mul, Z.mod_small by lia.
    reflexivity.
  - rewrite Z.shiftr_lor, Z.shiftr_shiftl_l, Z.sub_diag by auto. cbn.
    rewrite (Z.shiftr_div_pow2 i), Z.div_small, Z.lor_0_r by auto. reflexivity.
Qed.

Lemma at_least_width o : lawful o = true -> match index_bits o with Some w => 0 <= w | None => True end.
Proof.
  unfold lawful, at_least. rewrite !andb_true_iff. intros [[_ H] _]. destruct (index_bits o); auto.
  apply Z.leb_le in H. lia.
Qed.

Lemma repack_spec s k : sane g s -> packs s -> repack s k = Unable \/ repack s k = Found (found s k).
Proof.
  intros S P. specialize (P k). unfold repack. pose proof (at_least_width _ (options_lawful S)) as W.
  destruct (index_bits (options s)) as [w|]; auto. destruct (id_bits (options s)) as [v|]; auto. right. f_equal.
  destruct (fits w (fst k) && fits v (snd k)) eqn:F.
  - apply andb_true_iff in F as [F _]. now rewrite unpack_pack.
  - destruct (found s k) as [e|] eqn:G; auto. specialize (P e eq_refl). congruence.
Qed.

Theorem step_refines s o : sane g s -> packs s ->
  allowed (found s) o (snd (step d s o)) /\
  forall k, found (fst (step d s o)) k = effect (found s) o (snd (step d s o)) k.
Proof.
  intros S P. pose proof (items_list S) as I. destruct o; cbn [step].
  - destruct (has_room s 1); cbn; [|auto]. pose proof (fun j => insert_found e j S) as F.
    destruct (insert d s e) as [s' k]. cbn [fst snd] in *. split; [right; exists k; split; auto; apply (F k) | apply F].
  - destruct (has_room s _); cbn; [|auto]. pose proof (insert_all_found es S) as (F & L & N & O).
    destruct (insert_all d s es) as [s' ks]. cbn [fst snd] in *. split; eauto 10.
  - pose proof (remove_answers s k) as A. pose proof (fun j => remove_found k j S) as F.
    destruct (remove d s k) as [s' e]. cbn [fst snd] in *. subst e. split; [reflexivity | exact F].
  - pose proof (remove_answers s k) as A. pose proof (fun j => remove_found k j S) as F.
    pose proof (remove_sane k S) as S1. destruct (remove d s k) as [s1 e]. cbn [fst snd] in *. subst e.
    pose proof (remove_answers s1 other) as A. pose proof (fun j => remove_found other j S1) as F1.
    destruct (remove d s1 other) as [s2 e]. cbn [fst snd] in *. subst e. cbn. split.
    + rewrite F. unfold with_entry. destruct (same_spec other k), (same_spec k other); congruence.
    + intros j. rewrite F1. unfold with_entry. destruct (same j other); auto. apply F.
  - cbn. auto.
  - cbn. auto.
  - cbn. split; auto. eexists. split; [reflexivity|]. pose proof (key_at_spec s (fst k)) as K.
    destruct (key_at s (fst k)) as [[j e]|]; auto.
  - cbn [fst snd]. split; [now apply repack_spec | reflexivity].
  - unfold resolves. cbn. unfold has. destruct (found s k) eqn:F; cbn; split; auto. intros j.
    eapply replaced_found; eauto.
  - cbn. destruct (found s k) eqn:F; cbn; split; auto.
    + intros j. eapply replaced_found; eauto.
    + intros j. unfold with_entry. destruct (same_spec j k) as [-> |]; auto.
  - cbn. split; auto. intros k. apply changed_found.
  - pose proof (exchange_found k sought S) as [A F]. destruct (exchange s k sought) as [s' x]. cbn [fst snd] in *.
    subst x. split; [reflexivity|]. cbn [effect]. exact F.
  - cbn. split; auto. exists (items s). split; [exact I|]. f_equal. now apply (live_cells_are_counted S).
  - cbn. split; auto. exists (items s). split; [exact I|]. f_equal. now apply empty_items.
  - cbn. split; auto. exists (items s). auto.
  - cbn. split; auto. exists (items s). split; [exact I|]. f_equal. now apply found_looked_up.
  - cbn. split; auto. destruct (found s k) as [e|] eqn:F; auto. exists (view s (fst k)). split; auto.
    eapply view_spec; eauto.
  - cbn. split; auto. exists (items s). eexists. split; [exact I|]. split; [reflexivity|]. now apply traversed.
  - cbn. split; auto. exists (items s). split; [exact I|]. rewrite empty_items by auto. now destruct (items s).
  - cbn. split; auto. intros k. apply clear_found.
  - cbn. split; [exists (items s); auto|]. intros k. apply clear_found.
  - pose proof (retained keep S) as [L F]. cbn. split; [eexists; split; [exact L | reflexivity]|]. exact F.
  - cbn zeta. destruct (has_room s (Z.of_N count)); cbn; split; auto. intros k. apply with_room_found.
  - cbn. split; auto. intros k. now apply shrink_found.
  - cbn. auto.
Qed.

End Refinement.
